import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { defineTable, key, TEXT, type RecordOf } from './table.ts'

/** An object of the workspace and one of a remote that are the same, as a person has said. */
class SyncPair extends Model<InferAttributes<SyncPair>, InferCreationAttributes<SyncPair>> {
  declare connectionId: string
  declare kind: SyncKind
  /** Of that of the remote, among the objects of the kind there. */
  declare key: string
  declare ourKey: string
  /** What ours was called when they were paired. */
  declare name: string
  /** What theirs was called; null: that was not known. */
  declare theirName: string | null
  declare created: string
}

export type SyncPairRecord = RecordOf<SyncPair>

export const syncPairs = defineTable(
  SyncPair,
  { ...{ connectionId: key(), kind: key(), key: key() }, ourKey: TEXT, name: TEXT, theirName: TEXT, created: TEXT },
  { table: 'sync_pairs', owner: 'connectionId' },
)
