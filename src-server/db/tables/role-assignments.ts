import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { AssigneeKind, RoleType } from '#contract/access/admin-roles.ts'
import { defineTable, key, TEXT, type RecordOf } from './table.ts'

/** An administrator role of a person, a group or the application of a client. */
class RoleAssignment extends Model<InferAttributes<RoleAssignment>, InferCreationAttributes<RoleAssignment>> {
  /** Of the person, group or application; triggers remove the rows of a deleted one. */
  declare assigneeId: string
  declare type: RoleType
  declare assigneeKind: AssigneeKind
  /** The id on the wire; for some types the same for all assignees (spec/5 §10). */
  declare roleId: string
  declare created: string
  declare lastUpdated: string
}

export type RoleAssignmentRecord = RecordOf<RoleAssignment>

export const roleAssignments = defineTable(
  RoleAssignment,
  { assigneeId: key(), type: key(), assigneeKind: TEXT, roleId: TEXT, created: TEXT, lastUpdated: TEXT },
  { table: 'role_assignments' },
)

/** SQL condition for the roles of an assignee `?1`; for a person also the roles of their groups. */
export const HELD_BY = `assignee_id = ?1 OR (assignee_kind = 'GROUP'
  AND assignee_id IN (SELECT group_id FROM group_members WHERE user_id = ?1))`

/** A limit of a role, even after its object is deleted; a role without any is not limited. */
class RoleTarget extends Model<InferAttributes<RoleTarget>, InferCreationAttributes<RoleTarget>> {
  declare assigneeId: string
  declare type: RoleType
  declare kind: 'group' | 'app' | 'appName'
  /** Of the group or application, or the catalogue name of all applications of a kind. */
  declare targetId: string
  declare created: string
}

export type RoleTargetRecord = RecordOf<RoleTarget>

export const roleTargets = defineTable(
  RoleTarget,
  { assigneeId: key(), type: key(), kind: key(), targetId: key(), created: TEXT },
  { table: 'role_targets' },
)
