import type { PreviewEffect } from '#contract/gatehouse/group-rule-preview.ts'
import { groupRules } from '#db/tables/group-rules.ts'
import type { GroupRecord } from '#db/tables/groups.ts'
import { DISPLAY_NAME, userTypes } from '#db/tables/users.ts'
import { trace } from '#expression/index.ts'
import type { Reader } from '#db/connection.ts'
import type { ComputedPreview, PreviewQuestion } from '#workers/protocol.ts'
import { readConflicts } from './conflicts.ts'
import { verdictIn, type Directory } from './evaluate.ts'
import { readGroups } from './read-people.ts'
import { readied, readRuleSet, ruleSetOf, type ReadyRule } from './rule-set.ts'
import { scanPeople, type Scan, type ScannedPerson } from './scan.ts'

/** People by name that are told at once, and groups. */
const SAMPLE = 5
const GROUPS = 20

/** The id of a rule that is not saved. */
const UNSAVED = 'unsaved'

/** Works out who would join and leave; null without the saved rule that is asked for. */
export async function computePreview(scan: Scan, question: PreviewQuestion): Promise<ComputedPreview | null> {
  const { read, now } = scan
  const { ruleId, draft, change } = question
  const saved = ruleId === undefined ? undefined : await groupRules.get(read, ruleId)
  const content = draft ?? saved
  if (!content || (ruleId !== undefined && !saved)) return null
  const { conditions, groupIds } = content
  const rule = { id: saved?.id ?? UNSAVED, name: saved?.name ?? '', conditions, groupIds }
  const ready = change === 'ACTIVATE' ? readied(rule) : undefined
  const others = (await readRuleSet(read)).all.filter(({ id }) => id !== rule.id)
  const set = ruleSetOf(ready ? [...others, ready] : others)
  const directory = { ...(await readGroups(read)), now }
  const tally = new Tally(directory, ready)
  const [touched, dropped] = [new Set([rule.id]), new Set(change === 'DELETE' ? [rule.id] : [])]
  for await (const people of scanPeople(scan, { set, touched, dropped })) for (const one of people) tally.add(one)
  const conflicts = change === 'ACTIVATE' ? (await readConflicts(read, rule)).conflictsOf(rule) : []
  return { ...(await tally.result(read)), conflicts }
}

interface Undecided {
  people: number
  reason: string
  example: string
}

type Groups = Directory & { groups: ReadonlyMap<string, GroupRecord> }

/** What is counted while people pass. */
class Tally {
  readonly #directory: Groups
  readonly #rule: ReadyRule | undefined
  readonly #people = { JOINS: new Set<string>(), LEAVES: new Set<string>() }
  readonly #groups = new Map<string, { joins: number; leaves: number }>()
  readonly #undecided = new Map<string, Undecided>()
  #considered = 0
  #matching = 0
  #unsettled = 0

  constructor(directory: Groups, rule: ReadyRule | undefined) {
    this.#directory = directory
    this.#rule = rule
  }

  add(one: ScannedPerson): void {
    const { person, outcome } = one
    this.#considered += 1
    for (const { groupId } of outcome.begins) this.#note(person.id, 'JOINS', this.#groupOf(groupId), 'joins')
    for (const { groupId } of outcome.ends) this.#note(person.id, 'LEAVES', this.#groupOf(groupId), 'leaves')
    if (outcome.unsettled.length > 0) this.#unsettled += 1
    if (this.#rule) this.#judge(this.#rule, one)
  }

  #groupOf(id: string) {
    const counts = this.#groups.get(id) ?? { joins: 0, leaves: 0 }
    this.#groups.set(id, counts)
    return counts
  }

  #note(id: string, effect: PreviewEffect, counts: { joins: number; leaves: number }, side: 'joins' | 'leaves'): void {
    this.#people[effect].add(id)
    counts[side] += 1
  }

  #judge(rule: ReadyRule, { person, outcome }: ScannedPerson): void {
    const ended = new Set(outcome.ends.map(({ groupId }) => groupId))
    const ids = [...person.held.keys()].filter((id) => !ended.has(id))
    const after = rule.readsGroups ? [...ids, ...outcome.begins.map(({ groupId }) => groupId)] : []
    const { verdict, context } = verdictIn(rule, person, after, this.#directory)
    if (verdict === 'MATCH') this.#matching += 1
    if (verdict !== 'UNDEFINED') return
    const known = this.#undecided.get(person.typeId)
    if (known) known.people += 1
    else {
      const reason = trace(rule.compiled, context).reason ?? 'the expression comes to neither true nor false'
      this.#undecided.set(person.typeId, { people: 1, reason, example: person.id })
    }
  }

  async result(read: Reader): Promise<Omit<ComputedPreview, 'conflicts'>> {
    const { JOINS, LEAVES } = this.#people
    const examples = [...this.#undecided.values()].map(({ example }) => example)
    const named = await inOrderOfNames(read, JOINS.size + LEAVES.size > 0 ? null : examples)
    const nameOf = new Map(named.map(({ id, name }) => [id, name]))
    const listed = (ids: ReadonlySet<string>) => named.flatMap(({ id }) => (ids.has(id) ? [id] : []))
    const people = { JOINS: listed(JOINS), LEAVES: listed(LEAVES) }
    const sample = (ids: readonly string[]) => ids.slice(0, SAMPLE).map((id) => ({ id, name: nameOf.get(id) ?? id }))
    const groups = [...this.#groups].toSorted(([, a], [, b]) => b.joins + b.leaves - a.joins - a.leaves)
    const types = new Map((await userTypes.all(read)).map(({ id, displayName }) => [id, displayName]))
    return {
      considered: this.#considered,
      matching: this.#matching,
      joins: { people: people.JOINS.length, sample: sample(people.JOINS) },
      leaves: { people: people.LEAVES.length, sample: sample(people.LEAVES) },
      groups: groups
        .slice(0, GROUPS)
        .map(([id, counts]) => ({ id, name: this.#directory.groups.get(id)?.name ?? id, ...counts })),
      moreGroups: Math.max(0, groups.length - GROUPS),
      undecided: [...this.#undecided].map(([id, { people: count, reason, example }]) => ({
        userType: { id, name: types.get(id) ?? id },
        people: count,
        reason,
        example: { id: example, name: nameOf.get(example) ?? example },
      })),
      unsettled: this.#unsettled,
      people,
    }
  }
}

/** People with their names, in the order of these. @param ids of some; null: of all */
function inOrderOfNames(read: Reader, ids: readonly string[] | null): Promise<{ id: string; name: string }[]> {
  const some = ids ? 'WHERE id IN (SELECT value FROM json_each(?))' : ''
  const sql = `SELECT id, ${DISPLAY_NAME} AS name FROM users ${some} ORDER BY last_name, first_name, id`
  return read.all(sql, ids ? [JSON.stringify(ids)] : [])
}
