import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import { defineTable, key, TEXT } from './table.ts'

/** The last recorded use of a secret or a key of a client. */
class CredentialUse extends Model<InferAttributes<CredentialUse>, InferCreationAttributes<CredentialUse>> {
  declare appId: string
  /** Of the secret or the key. */
  declare credentialId: string
  /** ISO 8601. */
  declare time: string
  /** Of the client. */
  declare address: string
}

export const credentialUses = defineTable(
  CredentialUse,
  { appId: key(), credentialId: key(), time: TEXT, address: TEXT },
  { table: 'credential_uses' },
)
