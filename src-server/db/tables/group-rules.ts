import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { GroupRuleStatus } from '#contract/directory/group-rule.ts'
import { defineTable, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

/** The condition of a rule: an expression, and the people whom it never applies to. */
interface StoredConditions {
  expression: string
  excludedUsers: readonly string[]
  excludedGroups: readonly string[]
}

class GroupRule extends Model<InferAttributes<GroupRule>, InferCreationAttributes<GroupRule>> {
  declare id: string
  declare status: GroupRuleStatus
  declare name: string
  declare conditions: StoredConditions
  /** The groups that it adds people to; ids of deleted groups stay (spec/5 §4). */
  declare groupIds: readonly string[]
  declare created: string
  declare lastUpdated: string
}

export type GroupRuleRecord = RecordOf<GroupRule>

export const groupRules = defineTable(
  GroupRule,
  {
    id: key(),
    status: TEXT,
    name: TEXT,
    conditions: JSON_TEXT,
    groupIds: JSON_TEXT,
    created: TEXT,
    lastUpdated: TEXT,
  },
  { table: 'group_rules', kind: { error: 'PolicyRule', id: 'groupRule' } },
)

/** A rule as a reason of a membership. */
class GroupMemberRule extends Model<InferAttributes<GroupMemberRule>, InferCreationAttributes<GroupMemberRule>> {
  declare groupId: string
  declare userId: string
  declare ruleId: string
}

export const groupMemberRules = defineTable(
  GroupMemberRule,
  { groupId: key(), userId: key(), ruleId: key() },
  { table: 'group_member_rules' },
)
