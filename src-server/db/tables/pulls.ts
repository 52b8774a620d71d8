import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { PullSummary } from '#contract/gatehouse/pull.ts'
import { defineTable, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

/** An object as a remote held it when the workspace was last brought in step with it. */
class SyncBase extends Model<InferAttributes<SyncBase>, InferCreationAttributes<SyncBase>> {
  declare connectionId: string
  declare kind: string
  /** Among the objects of the kind, at the remote. */
  declare key: string
  /** That of the object of the workspace that it is paired with. */
  declare ourKey: string
  declare id: string
  declare parent: string | null
  declare call: string
  declare body: Record<string, unknown>
}

export type SyncBaseRecord = RecordOf<SyncBase>

export const syncBases = defineTable(
  SyncBase,
  {
    connectionId: key(),
    kind: key(),
    key: key(),
    ourKey: TEXT,
    id: TEXT,
    parent: TEXT,
    call: TEXT,
    body: JSON_TEXT,
  },
  { table: 'sync_bases', owner: 'connectionId' },
)

/** The latest pull from a remote. */
class Pull extends Model<InferAttributes<Pull>, InferCreationAttributes<Pull>> {
  declare connectionId: string
  declare pulledAt: string
  declare summary: PullSummary
}

export const pulls = defineTable(
  Pull,
  { connectionId: key(), pulledAt: TEXT, summary: JSON_TEXT },
  { table: 'pulls', owner: 'connectionId' },
)
