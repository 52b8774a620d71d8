import type { GroupRuleFacts } from '#contract/gatehouse/group-rule-preview.ts'
import type { Reader } from '#db/connection.ts'
import { readConflicts } from './conflicts.ts'
import { peopleByRule } from './group-rules.sql.ts'

/** What every rule does now and what is in its way, by name. */
export async function computeFacts(read: Reader): Promise<GroupRuleFacts[]> {
  const people = await peopleByRule(read)
  const finder = await readConflicts(read)
  return finder.rules.map((rule) => ({
    id: rule.id,
    people: people.get(rule.id) ?? 0,
    conflicts: finder.conflictsOf(rule),
  }))
}
