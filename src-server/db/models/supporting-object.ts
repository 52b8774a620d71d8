import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from 'sequelize'
import type { ActiveStatus } from '../../contract/fields.ts'

/** The small collections that conditions and actions name; they share a table. */
export type SupportingKind = 'authenticator' | 'behavior' | 'deviceAssurance' | 'identityProvider'

export class SupportingObjectModel extends Model<
  InferAttributes<SupportingObjectModel>,
  InferCreationAttributes<SupportingObjectModel>
> {
  declare id: string
  declare kind: SupportingKind
  declare type: string
  /** Of authenticators: the key that policies name them by. */
  declare key: string | null
  declare name: string
  declare status: ActiveStatus
  declare system: boolean
  declare definition: Record<string, unknown>
  declare created: string
  declare lastUpdated: string
}

export function initSupportingObject(sequelize: Sequelize): typeof SupportingObjectModel {
  return class extends SupportingObjectModel {}.init(
    {
      id: { type: DataTypes.TEXT, primaryKey: true },
      kind: DataTypes.TEXT,
      type: DataTypes.TEXT,
      key: DataTypes.TEXT,
      name: DataTypes.TEXT,
      status: DataTypes.TEXT,
      system: DataTypes.BOOLEAN,
      definition: DataTypes.JSON,
      created: DataTypes.TEXT,
      lastUpdated: DataTypes.TEXT,
    },
    { sequelize, tableName: 'supporting_objects', modelName: 'supportingObject', timestamps: false, underscored: true },
  )
}
