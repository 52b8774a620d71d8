import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import { defineTable, key, TEXT, type RecordOf } from './table.ts'

/** A secret with which a client authenticates at the token endpoint. */
class ClientSecret extends Model<InferAttributes<ClientSecret>, InferCreationAttributes<ClientSecret>> {
  declare id: string
  declare appId: string
  declare status: ActiveStatus
  /** The secret itself, encrypted. */
  declare sealed: string
  /** Hash for comparing a secret without decryption. */
  declare hash: string
  declare created: string
  declare lastUpdated: string
}

export type ClientSecretRecord = RecordOf<ClientSecret>

export const clientSecrets = defineTable(
  ClientSecret,
  { id: key(), appId: TEXT, status: TEXT, sealed: TEXT, hash: TEXT, created: TEXT, lastUpdated: TEXT },
  { table: 'client_secrets', kind: { error: 'OAuth2ClientSecretMediated', id: 'clientSecret' }, owner: 'appId' },
)
