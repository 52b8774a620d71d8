import type { GroupRule, GroupRuleWrite } from '#contract/directory/group-rule.ts'
import type { groupRuleRoutes } from '#contract/routes/group-rules.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { groupRules as ruleTable, type GroupRuleRecord } from '#db/tables/group-rules.ts'
import {
  brokenAmong,
  createGroupRule,
  deleteGroupRule,
  groupNamesOf,
  listGroupRules,
  replaceGroupRule,
  setGroupRuleStatus,
} from '#operations/directory/group-rules/group-rules.ts'
import {
  listGroupRuleFacts,
  listPreviewedPeople,
  previewGroupRule,
  previewGroupRules,
} from '#operations/directory/group-rules/preview.ts'
import type { HandlerTable } from '../../handler-table.ts'

interface Shown {
  /** Of groups, where they were asked for. */
  readonly names?: ReadonlyMap<string, string> | undefined
  /** The ids of rules that name a group which is gone; absent: those that are invalid. */
  readonly broken?: ReadonlySet<string>
}

/** A rule as the wire shows it. */
export function presentGroupRule(rule: GroupRuleRecord, { names, broken }: Shown = {}): GroupRule {
  const { id, status, name, created, lastUpdated, conditions, groupIds } = rule
  const known = groupIds.flatMap((group) => (names?.has(group) ? [[group, names.get(group) as string] as const] : []))
  return {
    ...({ type: 'group_rule', id, status, name, created, lastUpdated } as const),
    conditions: {
      people: {
        users: { exclude: [...conditions.excludedUsers] },
        groups: { exclude: [...conditions.excludedGroups] },
      },
      expression: { value: conditions.expression, type: 'urn:svc:expression:1.0' },
    },
    actions: { assignUserToGroups: { groupIds: [...groupIds] } },
    allGroupsValid: broken ? !broken.has(id) : status !== 'INVALID',
    ...(names && { _embedded: { groupIdToGroupNameMap: Object.fromEntries(known) } }),
  }
}

async function show(reader: Reader, id: string, expand?: string) {
  const rule = await ruleTable.require(reader, id)
  const names = expand ? await groupNamesOf(reader, [rule]) : undefined
  return { body: presentGroupRule(rule, { names, broken: await brokenAmong(reader, [rule]) }) }
}

export const groupRuleHandlers: HandlerTable<typeof groupRuleRoutes> = {
  listGroupRules: async ({ reader, query }) => {
    const { items, next } = await listGroupRules(reader, query)
    const names = query.expand ? await groupNamesOf(reader, items) : undefined
    const broken = await brokenAmong(reader, items)
    return { body: items.map((rule) => presentGroupRule(rule, { names, broken })), next }
  },
  createGroupRule: async ({ write, reader, body }) => {
    const id = await write((tx) => createGroupRule(tx, body satisfies GroupRuleWrite))
    return show(reader, id)
  },
  getGroupRule: ({ reader, params, query }) => show(reader, params.groupRuleId, query.expand),
  replaceGroupRule: async ({ write, reader, params, body }) => {
    await write((tx) => replaceGroupRule(tx, params.groupRuleId, body))
    return show(reader, params.groupRuleId)
  },
  deleteGroupRule: async ({ write, params, query }) => {
    await write((tx) => deleteGroupRule(tx, params.groupRuleId, query.removeUsers))
    return { body: {} }
  },
  activateGroupRule: async ({ write, params }) => {
    await write((tx) => setGroupRuleStatus(tx, params.groupRuleId, 'ACTIVE'))
    return { body: undefined }
  },
  deactivateGroupRule: async ({ write, params }) => {
    await write((tx) => setGroupRuleStatus(tx, params.groupRuleId, 'INACTIVE'))
    return { body: undefined }
  },
  listGroupRuleFacts: async ({ service }) => ({ body: await listGroupRuleFacts(service) }),
  previewGroupRule: async ({ service, body }) => ({ body: await previewGroupRule(service, body) }),
  previewGroupRules: async ({ service, body }) => ({ body: await previewGroupRules(service, body.ruleIds) }),
  listPreviewedPeople: async ({ service, params, query }) => {
    const { items, next } = await listPreviewedPeople(service, params.previewId, query)
    return { body: items, next }
  },
}
