import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { ObjectVersion as VersionView, VersionKind } from '#contract/gatehouse/version.ts'
import { defineTable, INTEGER, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

class ObjectVersion extends Model<InferAttributes<ObjectVersion>, InferCreationAttributes<ObjectVersion>> {
  /** Increases with time, over all objects. */
  declare id: number
  declare kind: VersionKind
  declare objectId: string
  declare parentId: string | null
  declare version: number
  declare action: VersionView['action']
  declare name: string | null
  declare changedAt: string
  declare actor: VersionView['actor']
  declare eventUuid: string | null
  /** The id of the transaction that all versions of one change share. */
  declare transactionId: string
  declare reason: string | null
  /** The state of the object, from `versioned-kinds.ts`; null after its deletion. */
  declare body: Record<string, unknown> | null
}

export type ObjectVersionRow = RecordOf<ObjectVersion>

/** INVARIANT: rows are never removed; neither retention nor a removal from the log touches them. */
export const objectVersions = defineTable(
  ObjectVersion,
  {
    id: { ...key(), type: INTEGER },
    kind: TEXT,
    objectId: TEXT,
    parentId: TEXT,
    version: INTEGER,
    action: TEXT,
    name: TEXT,
    changedAt: TEXT,
    actor: JSON_TEXT,
    eventUuid: TEXT,
    transactionId: TEXT,
    reason: TEXT,
    body: JSON_TEXT,
  },
  { table: 'object_versions' },
)
