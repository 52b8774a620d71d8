import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import { BOOLEAN, defineTable, INTEGER, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

/** An object of a remote that was read other than the base has it. */
class RemoteObject extends Model<InferAttributes<RemoteObject>, InferCreationAttributes<RemoteObject>> {
  declare connectionId: string
  declare kind: string
  declare key: string
  declare id: string
  declare parent: string | null
  declare call: string
  /** Whether it is not there, though the base has it. */
  declare gone: boolean
  declare body: Record<string, unknown>
}

export type RemoteObjectRecord = RecordOf<RemoteObject>

export const remoteObjects = defineTable(
  RemoteObject,
  {
    ...{ connectionId: key(), kind: key(), key: key() },
    ...{ id: TEXT, parent: TEXT, call: TEXT, gone: BOOLEAN, body: JSON_TEXT },
  },
  { table: 'remote_objects', owner: 'connectionId' },
)

/** How far the log of a remote was read when its objects were. */
class RemoteReading extends Model<InferAttributes<RemoteReading>, InferCreationAttributes<RemoteReading>> {
  declare connectionId: string
  declare position: { uuid: string; published: string; recent: string[] }
  /** Milliseconds since the epoch. */
  declare wholeAt: number
  declare unread: { kind: string; call: string | null; reason: string }[]
}

export type RemoteReadingRecord = RecordOf<RemoteReading>

export const remoteReadings = defineTable(
  RemoteReading,
  { connectionId: key(), position: JSON_TEXT, wholeAt: INTEGER, unread: JSON_TEXT },
  { table: 'remote_readings', owner: 'connectionId' },
)
