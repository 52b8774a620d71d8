import { col, fn, Op, where } from 'sequelize'
import { ApiError, causeAt, invalid, invalidAll } from '#contract/interface/api-error.ts'
import type { GroupRuleWrite } from '#contract/directory/group-rule.ts'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { changeDetails, targetOf } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import type { Page } from '#db/page.ts'
import { groupRules, type GroupRuleRecord } from '#db/tables/group-rules.ts'
import { roleAssignments } from '#db/tables/role-assignments.ts'
import { groups } from '#db/tables/groups.ts'
import { sqlCondition } from '#db/tables/table.ts'
import { assertQuota, assertUniqueName, setStatus } from '../../service/checks.ts'
import { queueRules } from './follow-groups.ts'
import { groupNames } from './group-rules.sql.ts'
import { assertExpression, conditionsOf } from './rule-content.ts'

interface ListQuery {
  search?: string | undefined
  limit: number
  after?: string | undefined
}

/** Rules by id; `search` is text that the name holds, whatever its case (spec/5 §4). */
export async function listGroupRules(reader: Reader, { search, ...page }: ListQuery): Promise<Page<GroupRuleRecord>> {
  const visible = sqlCondition(reader.visible('read', 'groupRule').condition)
  const holdsText = where(fn('instr', fn('lower', col('name')), fn('lower', search ?? '')), Op.gt, 0)
  return groupRules.page(reader, page, { [Op.and]: [visible, holdsText] })
}

/** Names of the groups of some rules, by id; deleted ones lack. */
export async function groupNamesOf(reader: Reader, rules: readonly GroupRuleRecord[]): Promise<Map<string, string>> {
  const ids = [...new Set(rules.flatMap(({ groupIds }) => groupIds))]
  return groupNames(reader, ids, reader.visible('read', 'group').condition)
}

const TARGETS = 'actions.assignUserToGroups.groupIds'

/** @returns the id */
export async function createGroupRule(tx: Tx, body: GroupRuleWrite): Promise<string> {
  tx.authorize('gatehouse.group_rule.create', [], 'never')
  const { name, actions } = body
  const { groupIds } = actions.assignUserToGroups
  assertExpression(body)
  await assertTargets(tx, groupIds)
  await assertUniqueName(tx, groupRules, 'group rule', name)
  const max = LIMITS.groupRules
  await assertQuota(tx, groupRules, { max, message: `an organization has at most ${max} group rules` })
  const id = tx.newId('groupRule')
  const stamp = { created: tx.now, lastUpdated: tx.now }
  await groupRules.insert(tx, { id, status: 'INACTIVE', name, conditions: conditionsOf(body), groupIds, ...stamp })
  tx.record({ type: 'gatehouse.group_rule.create', targets: [targetOf('groupRule', { id, name })] })
  return id
}

/** @throws ApiError E0000001 for one that is not INACTIVE, or for other groups than it has (spec/4 §2.2) */
export async function replaceGroupRule(tx: Tx, id: string, body: GroupRuleWrite): Promise<void> {
  const before = await groupRules.require(tx, id)
  tx.authorize('gatehouse.group_rule.update', [targetOf('groupRule', before)], 'well-formed')
  if (before.status !== 'INACTIVE') throw invalid('status', `must be INACTIVE, but is ${before.status}`)
  const { name } = body
  const given = new Set(body.actions.assignUserToGroups.groupIds)
  const isSame = given.size === before.groupIds.length && before.groupIds.every((group) => given.has(group))
  if (!isSame) throw invalid(TARGETS, 'the groups of a rule cannot change')
  assertExpression(body)
  await assertUniqueName(tx, groupRules, 'group rule', name, { except: id })
  const after = await groupRules.update(tx, before, { name, conditions: conditionsOf(body), lastUpdated: tx.now })
  const details = changeDetails(auditView(before), auditView(after))
  tx.record({ type: 'gatehouse.group_rule.update', targets: [targetOf('groupRule', { id, name }, details)] })
}

/** Deletes a rule, whatever its status. @param removeUsers whether a job ends the memberships that it alone is the reason of */
export async function deleteGroupRule(tx: Tx, id: string, removeUsers: boolean): Promise<void> {
  const rule = await groupRules.require(tx, id)
  tx.authorize('gatehouse.group_rule.delete', [targetOf('groupRule', rule)])
  if (removeUsers && rule.groupIds.some((groupId) => tx.rights.isAbove('group', groupId)))
    throw new ApiError('E0000006')
  await groupRules.remove(tx, rule)
  const targets = [targetOf('groupRule', rule, changeDetails(auditView(rule), {}))]
  tx.record({ type: 'gatehouse.group_rule.delete', targets, debugData: { removeUsers } })
  if (removeUsers) await queueRules(tx, { name: rule.name, dropped: [id] })
}

/**
 * Activates a rule, which a job then applies to everybody, or deactivates it: whom it put into groups stays. Asking for the status
 * that it has is fine and changes nothing. @throws ApiError E0000001 for an INVALID rule (spec/5 §4)
 */
export async function setGroupRuleStatus(tx: Tx, id: string, status: ActiveStatus): Promise<void> {
  const rule = await groupRules.require(tx, id)
  const isChanged = await setStatus(tx, groupRules, rule, status, {
    events: LIFECYCLE,
    targets: (details) => [targetOf('groupRule', rule, details)],
    check: async () => {
      if (rule.status === 'INVALID' && !(await areAllThere(tx, rule)))
        throw invalid('status', 'the rule names a group that is gone', 'path')
      if (status === 'ACTIVE') await assertNoAdministrators(tx, rule.groupIds)
    },
  })
  if (isChanged && status === 'ACTIVE') await queueRules(tx, { name: rule.name, touched: [id] })
}

/** Whether a rule that is invalid can be switched again: a draft or a version has brought back the groups that it names. */
const areAllThere = async (reader: Reader, rule: GroupRuleRecord): Promise<boolean> =>
  (await brokenAmong(reader, [rule])).size === 0

/** The ids of those rules that name a group which is gone, as only invalid ones do. */
export async function brokenAmong(reader: Reader, rules: readonly GroupRuleRecord[]): Promise<ReadonlySet<string>> {
  const invalid = rules.filter(({ status }) => status === 'INVALID')
  const named = new Set(invalid.flatMap(({ groupIds }) => groupIds))
  const known = await groups.byId(reader, [...named])
  return new Set(invalid.flatMap(({ id, groupIds }) => (groupIds.every((one) => known.has(one)) ? [] : [id])))
}

const LIFECYCLE = {
  activate: 'group.user_membership.rule.trigger',
  deactivate: 'group.user_membership.rule.deactivated',
} as const

const auditView = ({ name, status, conditions, groupIds }: GroupRuleRecord) => ({
  name,
  status,
  ...conditions,
  groupIds,
})

/** WHY: who may change a profile could make an administrator. @throws ApiError E0000001 */
async function assertNoAdministrators(reader: Reader, ids: readonly string[]): Promise<void> {
  const role = await roleAssignments.findOne(reader, { where: { assigneeKind: 'GROUP', assigneeId: [...ids] } })
  if (!role) return
  const { name } = await groups.require(reader, role.assigneeId)
  throw invalid(TARGETS, `${name} holds administrator roles, which no rule can give`)
}

/** Only groups of this organization take people. */
async function assertTargets(reader: Reader, ids: readonly string[]): Promise<void> {
  const known = await groups.byId(reader, ids)
  const causes = ids.flatMap((id) => {
    const group = known.get(id)
    if (!group) return [causeAt(TARGETS, `${id} (UserGroup) does not exist`)]
    return group.type === 'SVC_GROUP' ? [] : [causeAt(TARGETS, `${group.name} takes no members`)]
  })
  if (causes.length > 0) throw invalidAll(causes)
  await assertNoAdministrators(reader, ids)
}
