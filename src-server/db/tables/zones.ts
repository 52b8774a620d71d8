import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import type { Zone as ZoneView, ZoneDefinition } from '#contract/policy/zone.ts'
import { BOOLEAN, defineTable, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

class Zone extends Model<InferAttributes<Zone>, InferCreationAttributes<Zone>> {
  declare id: string
  declare type: ZoneView['type']
  declare name: string
  declare status: ActiveStatus
  declare usage: ZoneView['usage']
  declare system: boolean
  declare definition: ZoneDefinition
  declare created: string
  declare lastUpdated: string
}

export type ZoneRow = RecordOf<Zone>

export const zones = defineTable(
  Zone,
  {
    id: key(),
    type: TEXT,
    name: TEXT,
    status: TEXT,
    usage: TEXT,
    system: BOOLEAN,
    definition: JSON_TEXT,
    created: TEXT,
    lastUpdated: TEXT,
  },
  { table: 'zones', kind: { error: 'NetworkZone', id: 'zone' } },
)
