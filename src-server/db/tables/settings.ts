import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import { defineTable, key, TEXT } from './table.ts'

/** A value that a workspace has once; `operations/service/setting-schemas.ts` describes each. */
class Setting extends Model<InferAttributes<Setting>, InferCreationAttributes<Setting>> {
  declare key: string
  /** JSON; another program may have left anything. Without a value there is no row. */
  declare value: string
}

export const settings = defineTable(Setting, { key: key(), value: TEXT }, { table: 'settings' })
