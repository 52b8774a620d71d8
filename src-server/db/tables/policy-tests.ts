import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { PolicyTestWrite } from '#contract/gatehouse/policy-test.ts'
import { defineTable, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

class PolicyTest extends Model<InferAttributes<PolicyTest>, InferCreationAttributes<PolicyTest>> {
  declare id: string
  declare name: string
  declare description: string | null
  declare request: PolicyTestWrite['request']
  declare expect: PolicyTestWrite['expect']
  declare created: string
  declare lastUpdated: string
}

export type PolicyTestRecord = RecordOf<PolicyTest>

export const policyTests = defineTable(
  PolicyTest,
  {
    ...{ id: key(), name: TEXT, description: TEXT, request: JSON_TEXT, expect: JSON_TEXT },
    ...{ created: TEXT, lastUpdated: TEXT },
  },
  { table: 'policy_tests', kind: { error: 'PolicyTest', id: 'policyTest' } },
)
