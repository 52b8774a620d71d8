import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import { defineTable, INTEGER, key, TEXT } from './table.ts'

/** A priority that a default policy or rule had, for some time after it moved because others came or went. */
class FormerPlace extends Model<InferAttributes<FormerPlace>, InferCreationAttributes<FormerPlace>> {
  declare objectId: string
  declare priority: number
  /** When it was moved away from there, the last time. ISO 8601. */
  declare left: string
}

export const formerPlaces = defineTable(
  FormerPlace,
  { objectId: key(), priority: { ...key(), type: INTEGER }, left: TEXT },
  { table: 'former_places' },
)
