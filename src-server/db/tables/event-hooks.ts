import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { DeliveryAttempt, DeliveryStatus, HookEvents, VerificationStatus } from '#contract/hooks/event-hook.ts'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import { defineTable, INTEGER, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

/** The endpoint of a hook, without its secrets. */
export interface HookChannel {
  uri: string
  /** Names of the headers; their values are among the secrets, in the same order. */
  headers: string[]
  /** Name of the header that authenticates, if any. */
  authKey: string | null
}

class EventHook extends Model<InferAttributes<EventHook>, InferCreationAttributes<EventHook>> {
  declare id: string
  declare name: string
  declare description: string | null
  declare status: ActiveStatus
  declare verificationStatus: VerificationStatus
  declare events: HookEvents
  declare channel: HookChannel
  /** Encrypted header values; null if there are none. */
  declare secrets: string | null
  declare createdBy: string
  declare created: string
  declare lastUpdated: string
}

export type EventHookRecord = RecordOf<EventHook>

export const eventHooks = defineTable(
  EventHook,
  {
    id: key(),
    name: TEXT,
    description: TEXT,
    status: TEXT,
    verificationStatus: TEXT,
    events: JSON_TEXT,
    channel: JSON_TEXT,
    secrets: TEXT,
    createdBy: TEXT,
    created: TEXT,
    lastUpdated: TEXT,
  },
  { table: 'event_hooks', kind: { error: 'Webhook', id: 'eventHook' } },
)

/** One request with events of a hook; its id is the same for each attempt. */
class HookDelivery extends Model<InferAttributes<HookDelivery>, InferCreationAttributes<HookDelivery>> {
  /** The order of deliveries; the table assigns it. */
  declare sequence: CreationOptional<number>
  declare id: string
  declare hookId: string
  declare status: DeliveryStatus
  declare eventCount: number
  declare eventTypes: string[]
  declare reason: CreationOptional<string | null>
  /** The newest last. */
  declare attempts: CreationOptional<DeliveryAttempt[]>
  declare created: string
  declare completed: CreationOptional<string | null>
}

export type HookDeliveryRecord = RecordOf<HookDelivery>

export const hookDeliveries = defineTable(
  HookDelivery,
  {
    id: key(),
    sequence: INTEGER,
    hookId: TEXT,
    status: TEXT,
    eventCount: INTEGER,
    eventTypes: JSON_TEXT,
    reason: TEXT,
    attempts: JSON_TEXT,
    created: TEXT,
    completed: TEXT,
  },
  { table: 'hook_deliveries', owner: 'hookId' },
)
