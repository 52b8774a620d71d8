import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { TokenNetwork } from '#contract/access/api-token.ts'
import type { LastUse } from '#contract/credentials/last-use.ts'
import { BOOLEAN, defineTable, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

/** An API token; only the hash of its value is stored. */
class ApiToken extends Model<InferAttributes<ApiToken>, InferCreationAttributes<ApiToken>> {
  declare id: string
  declare name: string
  /** SHA-256 of the value, in hexadecimal. */
  declare hash: string
  declare userId: string
  declare created: string
  declare lastUpdated: string
  declare expiresAt: string
  declare network: TokenNetwork
  /** To the hour; the running service knows it to the second. */
  declare lastUsed: LastUse | null
  /** Whether its value was given at a start of the service; such a token ends when another value is given. */
  declare given: boolean
}

export type ApiTokenRecord = RecordOf<ApiToken>

export const apiTokens = defineTable(
  ApiToken,
  {
    ...{ id: key(), name: TEXT, hash: TEXT, userId: TEXT, created: TEXT, lastUpdated: TEXT, expiresAt: TEXT },
    ...{ network: JSON_TEXT, lastUsed: JSON_TEXT, given: BOOLEAN },
  },
  { table: 'api_tokens', kind: { error: 'Token', id: 'apiToken' } },
)
