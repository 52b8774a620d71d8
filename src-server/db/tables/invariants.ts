import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { InvariantWrite } from '#contract/gatehouse/invariant.ts'
import { defineTable, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

class Invariant extends Model<InferAttributes<Invariant>, InferCreationAttributes<Invariant>> {
  declare id: string
  declare name: string
  declare description: string | null
  declare scope: InvariantWrite['scope']
  declare app: InvariantWrite['app']
  declare claim: InvariantWrite['claim']
  declare created: string
  declare lastUpdated: string
}

export type InvariantRecord = RecordOf<Invariant>

export const invariants = defineTable(
  Invariant,
  {
    ...{ id: key(), name: TEXT, description: TEXT, scope: JSON_TEXT, app: JSON_TEXT, claim: JSON_TEXT },
    ...{ created: TEXT, lastUpdated: TEXT },
  },
  { table: 'invariants', kind: { error: 'Invariant', id: 'invariant' } },
)
