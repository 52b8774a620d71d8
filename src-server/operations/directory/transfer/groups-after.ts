import type { Reader } from '#db/connection.ts'
import type { UserRecord } from '#db/tables/users.ts'
import { EVERY_RULE } from '../group-rules/apply.ts'
import { askedAgain, plainRules, type Held } from '../group-rules/evaluate.ts'
import { outcomeFor } from '../group-rules/outcome.ts'
import { readGroups, readHeld, type HeldBy } from '../group-rules/read-people.sql.ts'
import { readRuleSet, ruleSetOf, type RuleSet } from '../group-rules/rule-set.ts'

/** The active group rules, with the memberships of some people and why they have them. */
export interface RuledGroups {
  set: RuleSet
  heldBy: HeldBy
  directory: Awaited<ReturnType<typeof readGroups>>
}

export async function readRuled(read: Reader, userIds: readonly string[]): Promise<RuledGroups> {
  const set = await readRuleSet(read)
  return { set, heldBy: await readHeld(read, JSON.stringify(userIds)), directory: await readGroups(read) }
}

/** The groups of a person once they have changed, joined some groups and left others, and the rules were asked again. */
export function groupsAfterRules(
  { set: active, heldBy, directory }: RuledGroups,
  { id, profile }: Pick<UserRecord, 'id' | 'profile'>,
  { joins, leaves }: { joins: readonly string[]; leaves: readonly string[] },
  now: number,
): string[] {
  const held = new Map<string, Held>(heldBy.get(id))
  for (const groupId of joins) held.set(groupId, { byHand: true, rules: new Set() })
  const set = asExcepting(active, id, new Set(leaves.flatMap((groupId) => [...(held.get(groupId)?.rules ?? [])])))
  for (const groupId of leaves) held.delete(groupId)
  if (set.all.length === 0) return [...held.keys()]
  const person = { id, profile, held }
  const own = plainRules(set, person, now, askedAgain(set, EVERY_RULE))
  const { begins, ends } = outcomeFor(set, { ...person, own }, { ...directory, now }, EVERY_RULE)
  const gone = new Set([...leaves, ...ends.map(({ groupId }) => groupId)])
  const ids = new Set([...held.keys(), ...begins.map(({ groupId }) => groupId)])
  return [...ids].filter((groupId) => !gone.has(groupId))
}

/** The rules as they are for a person whom some of them except. WHY no others in their lists: no one else is asked about. */
function asExcepting(set: RuleSet, userId: string, ruleIds: ReadonlySet<string>): RuleSet {
  if (ruleIds.size === 0) return set
  const excludedUsers = new Set([userId])
  return ruleSetOf(set.all.map((rule) => (ruleIds.has(rule.id) ? { ...rule, excludedUsers } : rule)))
}
