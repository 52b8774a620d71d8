import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import { defineTable, key, TEXT, type RecordOf } from './table.ts'

/** An API token; only the hash of its value is kept. */
class ApiToken extends Model<InferAttributes<ApiToken>, InferCreationAttributes<ApiToken>> {
  declare id: string
  declare name: string
  /** SHA-256 of the value, in hexadecimal. */
  declare hash: string
  declare userId: string
  declare created: string
  declare lastUpdated: string
  declare expiresAt: string
}

export type ApiTokenRecord = RecordOf<ApiToken>

export const apiTokens = defineTable(
  ApiToken,
  { id: key(), name: TEXT, hash: TEXT, userId: TEXT, created: TEXT, lastUpdated: TEXT, expiresAt: TEXT },
  { table: 'api_tokens' },
)
