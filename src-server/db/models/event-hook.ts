import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from 'sequelize'
import type { HookEvents, VerificationStatus } from '../../contract/event-hook.ts'
import type { ActiveStatus } from '../../contract/fields.ts'

/** Where a hook's events go, without what is secret. */
export interface HookChannel {
  uri: string
  /** Names of the headers; their values are among the secrets, in the same order. */
  headers: string[]
  /** Name of the header that authenticates; null where none does. */
  authKey: string | null
}

export class EventHookModel extends Model<InferAttributes<EventHookModel>, InferCreationAttributes<EventHookModel>> {
  declare id: string
  declare name: string
  declare description: string | null
  declare status: ActiveStatus
  declare verificationStatus: VerificationStatus
  declare events: HookEvents
  declare channel: HookChannel
  /** Sealed header values; null when there are none. */
  declare secrets: string | null
  declare createdBy: string
  declare created: string
  declare lastUpdated: string
}

export function initEventHook(sequelize: Sequelize): typeof EventHookModel {
  return class extends EventHookModel {}.init(
    {
      id: { type: DataTypes.TEXT, primaryKey: true },
      name: DataTypes.TEXT,
      description: DataTypes.TEXT,
      status: DataTypes.TEXT,
      verificationStatus: DataTypes.TEXT,
      events: DataTypes.JSON,
      channel: DataTypes.JSON,
      secrets: DataTypes.TEXT,
      createdBy: DataTypes.TEXT,
      created: DataTypes.TEXT,
      lastUpdated: DataTypes.TEXT,
    },
    { sequelize, tableName: 'event_hooks', modelName: 'eventHook', timestamps: false, underscored: true },
  )
}
