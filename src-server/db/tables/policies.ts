import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import type { PolicyConditions, RuleConditions } from '#contract/policy/conditions.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { BOOLEAN, defineTable, INTEGER, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

class Policy extends Model<InferAttributes<Policy>, InferCreationAttributes<Policy>> {
  declare id: string
  declare type: PolicyType
  declare name: string
  declare status: ActiveStatus
  declare priority: number
  declare system: boolean
  declare description: string | null
  declare conditions: PolicyConditions | null
  declare settings: Record<string, unknown> | null
  /** Kind of resource of an authentication policy: `APP`, or the account management kind. */
  declare resourceType: CreationOptional<string | null>
  /** Of OAuth authorization policies: the server that the policy belongs to. */
  declare authorizationServerId: CreationOptional<string | null>
  declare created: string
  declare lastUpdated: string
}

export type PolicyRow = RecordOf<Policy>

export const policies = defineTable(
  Policy,
  {
    id: key(),
    type: TEXT,
    name: TEXT,
    status: TEXT,
    priority: INTEGER,
    system: BOOLEAN,
    description: TEXT,
    conditions: JSON_TEXT,
    settings: JSON_TEXT,
    resourceType: TEXT,
    authorizationServerId: TEXT,
    created: TEXT,
    lastUpdated: TEXT,
  },
  { table: 'policies', kind: { error: 'Policy', id: 'policy' } },
)

class PolicyRule extends Model<InferAttributes<PolicyRule>, InferCreationAttributes<PolicyRule>> {
  declare id: string
  declare policyId: string
  declare name: string
  declare status: ActiveStatus
  declare priority: number
  declare system: boolean
  declare conditions: RuleConditions | null
  declare actions: Record<string, unknown>
  declare created: string
  declare lastUpdated: string
}

export type PolicyRuleRow = RecordOf<PolicyRule>

export const policyRules = defineTable(
  PolicyRule,
  {
    id: key(),
    policyId: TEXT,
    name: TEXT,
    status: TEXT,
    priority: INTEGER,
    system: BOOLEAN,
    conditions: JSON_TEXT,
    actions: JSON_TEXT,
    created: TEXT,
    lastUpdated: TEXT,
  },
  { table: 'policy_rules', kind: { error: 'PolicyRule', id: 'policyRule' }, owner: 'policyId' },
)
