import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import { defineTable, JSON_TEXT, key } from './table.ts'

/** A value that a workspace has once; `operations/service/settings.ts` describes each. */
class Setting extends Model<InferAttributes<Setting>, InferCreationAttributes<Setting>> {
  declare key: string
  /** Never null: without a value there is no row. */
  declare value: unknown
}

export const settings = defineTable(Setting, { key: key(), value: JSON_TEXT }, { table: 'settings' })
