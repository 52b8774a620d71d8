import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { LogPosition } from '../copy-draft.ts'
import { defineTable, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

/** A copy of the workspace in which changes are prepared; its file is beside that of the workspace. */
class Draft extends Model<InferAttributes<Draft>, InferCreationAttributes<Draft>> {
  declare id: string
  declare name: string
  /** Who made it, as they were called then. */
  declare createdBy: { id: string; name: string }
  /** The last event of the workspace that it has; null if there was none. */
  declare position: LogPosition | null
  declare created: string
  declare lastUpdated: string
}

export type DraftRecord = RecordOf<Draft>

export const drafts = defineTable(
  Draft,
  { id: key(), name: TEXT, createdBy: JSON_TEXT, position: JSON_TEXT, created: TEXT, lastUpdated: TEXT },
  { table: 'drafts', kind: { error: 'Draft', id: 'draft' } },
)
