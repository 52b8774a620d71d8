import type { GroupRuleFacts } from '#contract/gatehouse/group-rule-preview.ts'
import type { Reader } from '#db/connection.ts'
import { readConflicts } from './conflicts.ts'

/** What every rule does now and what is in its way, by name. */
export async function computeFacts(read: Reader): Promise<GroupRuleFacts[]> {
  const rows = await read.all<{ rule: string; people: number }>(
    'SELECT rule_id AS rule, count(DISTINCT user_id) AS people FROM group_member_rules GROUP BY rule_id',
  )
  const people = new Map(rows.map((row) => [row.rule, row.people]))
  const finder = await readConflicts(read)
  return finder.rules.map((rule) => ({
    id: rule.id,
    people: people.get(rule.id) ?? 0,
    conflicts: finder.conflictsOf(rule),
  }))
}
