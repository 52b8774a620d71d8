import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from 'sequelize'
import type { ActiveStatus } from '../../contract/fields.ts'
import type { Zone } from '../../contract/zone.ts'

/** What a zone holds beyond its columns. */
export type ZoneDefinition = Pick<Zone, 'gateways' | 'proxies' | 'locations' | 'proxyType' | 'asns'>

export class ZoneModel extends Model<InferAttributes<ZoneModel>, InferCreationAttributes<ZoneModel>> {
  declare id: string
  declare type: Zone['type']
  declare name: string
  declare status: ActiveStatus
  declare usage: Zone['usage']
  declare system: boolean
  declare definition: ZoneDefinition
  declare created: string
  declare lastUpdated: string
}

export function initZone(sequelize: Sequelize): typeof ZoneModel {
  return class extends ZoneModel {}.init(
    {
      id: { type: DataTypes.TEXT, primaryKey: true },
      type: DataTypes.TEXT,
      name: DataTypes.TEXT,
      status: DataTypes.TEXT,
      usage: DataTypes.TEXT,
      system: DataTypes.BOOLEAN,
      definition: DataTypes.JSON,
      created: DataTypes.TEXT,
      lastUpdated: DataTypes.TEXT,
    },
    { sequelize, tableName: 'zones', modelName: 'zone', timestamps: false, underscored: true },
  )
}
