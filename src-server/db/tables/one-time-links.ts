import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import { defineTable, key, TEXT } from './table.ts'

/** A link that signs a person in once; stored as the hash of its token. */
class OneTimeLink extends Model<InferAttributes<OneTimeLink>, InferCreationAttributes<OneTimeLink>> {
  declare hash: string
  declare userId: string
  declare purpose: 'ACTIVATE' | 'RESET_PASSWORD'
  declare created: string
  declare expires: string
}

export const oneTimeLinks = defineTable(
  OneTimeLink,
  { hash: key(), userId: TEXT, purpose: TEXT, created: TEXT, expires: TEXT },
  { table: 'one_time_links' },
)
