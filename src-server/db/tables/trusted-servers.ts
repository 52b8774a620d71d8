import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import { defineTable, key, TEXT } from './table.ts'

/** Trust: an authorization server accepts the tokens of another one in exchange for its own. */
class TrustedServer extends Model<InferAttributes<TrustedServer>, InferCreationAttributes<TrustedServer>> {
  declare serverId: string
  declare trustedId: string
  declare created: string
}

export const trustedServers = defineTable(
  TrustedServer,
  { serverId: key(), trustedId: key(), created: TEXT },
  { table: 'trusted_servers' },
)
