import type { GroupRulesPreview } from '#contract/gatehouse/group-rule-preview.ts'
import { groupRules } from '#db/tables/group-rules.ts'
import type { ComputedBulkPreview } from '#workers/protocol.ts'
import { readConflicts } from './conflicts.ts'
import { judgeAfter } from './judge-after.ts'
import { MembershipTally } from './membership-tally.ts'
import { readGroups, type KnownGroups } from './read-people.sql.ts'
import { readied, readRuleSet, ruleSetOf, type ReadyRule } from './rule-set.ts'
import { scanPeople, type Scan, type ScannedPerson } from './scan.ts'

/** Works out who would join and leave once several saved rules are active together; those that are gone are left out. */
export async function computeBulkPreview(scan: Scan, ruleIds: readonly string[]): Promise<ComputedBulkPreview> {
  const { read, now } = scan
  const ids = new Set(ruleIds)
  const saved = await groupRules.findAll(read, { where: { id: ruleIds }, order: ['name', 'id'] })
  const ready = saved.flatMap((rule) => readied(rule) ?? [])
  const others = (await readRuleSet(read)).all.filter(({ id }) => !ids.has(id))
  const directory = { ...(await readGroups(read)), now }
  const memberships = new MembershipTally(directory.groups)
  const byRule = new RuleTally(directory, ready)
  const question = { set: ruleSetOf([...others, ...ready]), touched: ids, dropped: new Set<string>() }
  for await (const people of scanPeople(scan, question))
    for (const one of people) {
      memberships.add(one)
      byRule.add(one)
    }
  const finder = await readConflicts(read, { active: ids })
  const { counted } = await memberships.result(read)
  return {
    ...counted,
    rules: saved.map((rule) => ({
      ...{ id: rule.id, name: rule.name },
      ...byRule.countsOf(rule.id),
      conflicts: finder.conflictsOf(rule),
    })),
  }
}

type Counts = Pick<GroupRulesPreview['rules'][number], 'matching' | 'undecided' | 'joins' | 'leaves'>

const nothing = (): Counts => ({ matching: 0, undecided: 0, joins: 0, leaves: 0 })

/** What each of some rules does, counted while people pass. */
class RuleTally {
  readonly #directory: KnownGroups & { now: number }
  readonly #rules: readonly ReadyRule[]
  readonly #counts: ReadonlyMap<string, Counts>

  constructor(directory: KnownGroups & { now: number }, rules: readonly ReadyRule[]) {
    this.#directory = directory
    this.#rules = rules
    this.#counts = new Map(rules.map(({ id }) => [id, nothing()]))
  }

  add(one: ScannedPerson): void {
    const { begins, ends } = one.outcome
    this.#count('joins', new Set(begins.flatMap(({ rules }) => rules.map(({ id }) => id))))
    this.#count('leaves', new Set(ends.flatMap(({ ruleIds }) => ruleIds)))
    const judge = judgeAfter(one, this.#directory)
    for (const rule of this.#rules) {
      const { verdict } = judge(rule)
      if (verdict === 'MATCH') this.#count('matching', [rule.id])
      if (verdict === 'UNDEFINED') this.#count('undecided', [rule.id])
    }
  }

  /** Each person once for each rule, however many groups it fills. */
  #count(side: keyof Counts, ruleIds: Iterable<string>): void {
    for (const id of ruleIds) {
      const counts = this.#counts.get(id)
      if (counts) counts[side] += 1
    }
  }

  /** Nothing of a rule that cannot be read any more. */
  countsOf(id: string): Counts {
    return this.#counts.get(id) ?? nothing()
  }
}
