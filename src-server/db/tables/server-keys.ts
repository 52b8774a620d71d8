import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { ServerKeyStatus } from '#contract/access/server-key.ts'
import { defineTable, key, TEXT, type RecordOf } from './table.ts'

/** A signing key of an authorization server. INVARIANT: the file has the private key only encrypted; no reply, event or log line has it. */
class ServerKey extends Model<InferAttributes<ServerKey>, InferCreationAttributes<ServerKey>> {
  declare kid: string
  /** Null: the organization's own. */
  declare serverId: string | null
  declare status: ServerKeyStatus
  /** Modulus and exponent of the public key, base64url. */
  declare n: string
  declare e: string
  /** A JSON Web Key, encrypted. */
  declare privateKey: string
  declare created: string
  declare lastUpdated: string
}

export type ServerKeyRecord = RecordOf<ServerKey>

export const serverKeys = defineTable(
  ServerKey,
  {
    ...{ kid: key(), serverId: TEXT, status: TEXT, n: TEXT, e: TEXT, privateKey: TEXT },
    ...{ created: TEXT, lastUpdated: TEXT },
  },
  { table: 'server_keys' },
)
