import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { ConnectionAuthentication, ConnectionPeople } from '#contract/gatehouse/connection.ts'
import type { Vocabulary } from '#contract/vocabulary/vocabulary.ts'
import { BOOLEAN, defineTable, INTEGER, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

class Connection extends Model<InferAttributes<Connection>, InferCreationAttributes<Connection>> {
  declare id: string
  declare name: string
  /** An origin, such as `https://acme.example.com`. */
  declare address: string
  declare authentication: ConnectionAuthentication
  declare vocabulary: Vocabulary | null
  declare budgetPercent: number
  declare mayWrite: boolean
  declare people: ConnectionPeople
  /** Encrypted; null where there are no pseudonyms. */
  declare peopleSalt: string | null
  /** Whether its log is read on into the audit log. */
  declare followLog: boolean
  /** Encrypted token or private key. */
  declare secrets: string
  declare created: string
  declare lastUpdated: string
}

export type ConnectionRecord = RecordOf<Connection>

export const connections = defineTable(
  Connection,
  {
    id: key(),
    name: TEXT,
    address: TEXT,
    authentication: JSON_TEXT,
    vocabulary: JSON_TEXT,
    budgetPercent: INTEGER,
    mayWrite: BOOLEAN,
    people: JSON_TEXT,
    peopleSalt: TEXT,
    followLog: BOOLEAN,
    secrets: TEXT,
    created: TEXT,
    lastUpdated: TEXT,
  },
  { table: 'connections', kind: { error: 'Connection', id: 'connection' } },
)

/** A request to the remote of a connection. */
class RemoteRequest extends Model<InferAttributes<RemoteRequest>, InferCreationAttributes<RemoteRequest>> {
  /** The order in which they ended; the table assigns it. */
  declare sequence: CreationOptional<number>
  declare connectionId: string
  declare time: string
  declare operation: string
  declare method: string
  declare path: string
  declare status: number | null
  declare attempt: number
  declare waitedMs: number
  declare durationMs: number
  declare bytes: number
  declare problem: string | null
}

export type RemoteRequestRecord = RecordOf<RemoteRequest>

export const remoteRequests = defineTable(
  RemoteRequest,
  {
    sequence: { type: INTEGER, primaryKey: true },
    connectionId: TEXT,
    time: TEXT,
    operation: TEXT,
    method: TEXT,
    path: TEXT,
    status: INTEGER,
    attempt: INTEGER,
    waitedMs: INTEGER,
    durationMs: INTEGER,
    bytes: INTEGER,
    problem: TEXT,
  },
  { table: 'remote_requests', owner: 'connectionId' },
)
