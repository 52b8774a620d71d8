import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import { BOOLEAN, defineTable, INTEGER, key, TEXT, type RecordOf } from './table.ts'

/** How far the log of a remote was followed. */
class FollowedLog extends Model<InferAttributes<FollowedLog>, InferCreationAttributes<FollowedLog>> {
  declare connectionId: string
  /** The import that its events belong to. */
  declare importId: string
  /** Whose log it is; null: the remote has not said it. */
  declare organizationId: CreationOptional<string | null>
  declare organizationName: CreationOptional<string | null>
  /** Of the remote's poll; null: it is read on by time. */
  declare cursor: CreationOptional<string | null>
  /** The last event that was read, and when it was published by the clock of the remote. */
  declare lastUuid: CreationOptional<string | null>
  declare lastPublished: CreationOptional<string | null>
  /** When it was read to its end for the last time, by the clock of the remote. */
  declare endedAt: CreationOptional<string | null>
  /** After a cursor was lost: the event that shows, once it is read again, that none was missed. */
  declare sought: CreationOptional<string | null>
  /** When it was read for the last time without a problem. */
  declare followedAt: CreationOptional<string | null>
  /** Whether the remote has more. */
  declare isBehind: CreationOptional<boolean>
  declare unreadable: CreationOptional<number>
  /** Why the last of them could not be read. */
  declare unreadableReason: CreationOptional<string | null>
  /** When reading went on by time, and the last event was not found there. */
  declare gapAt: CreationOptional<string | null>
  /** One sentence. */
  declare problem: CreationOptional<string | null>
  declare problemSince: CreationOptional<string | null>
}

export type FollowedLogRecord = RecordOf<FollowedLog>

export const followedLogs = defineTable(
  FollowedLog,
  {
    ...{ connectionId: key(), importId: TEXT, organizationId: TEXT, organizationName: TEXT },
    ...{ cursor: TEXT, lastUuid: TEXT, lastPublished: TEXT, endedAt: TEXT, sought: TEXT },
    ...{ followedAt: TEXT, isBehind: BOOLEAN, unreadable: INTEGER, unreadableReason: TEXT, gapAt: TEXT },
    ...{ problem: TEXT, problemSince: TEXT },
  },
  { table: 'followed_logs', owner: 'connectionId' },
)
