import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import { defineTable, JSON_TEXT, key } from './table.ts'

/** Something that a workspace has one of; what each holds is said in `operations/service/settings.ts`. */
class Setting extends Model<InferAttributes<Setting>, InferCreationAttributes<Setting>> {
  declare key: string
  /** Never null: without a value there is no row. */
  declare value: unknown
}

export const settings = defineTable(Setting, { key: key(), value: JSON_TEXT }, { table: 'settings' })
