import { groupRules } from '#db/tables/group-rules.ts'
import { userTypes } from '#db/tables/users.ts'
import { trace } from '#expression/index.ts'
import type { Reader } from '#db/connection.ts'
import type { ComputedPreview, PreviewQuestion } from '#workers/protocol.ts'
import { readConflicts } from './conflicts.ts'
import { judgeAfter } from './judge-after.ts'
import { MembershipTally } from './membership-tally.ts'
import { readGroups, type KnownGroups } from './read-people.sql.ts'
import { readied, readRuleSet, ruleSetOf, type ReadyRule } from './rule-set.ts'
import { scanPeople, type Scan, type ScannedPerson } from './scan.ts'

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
  const conflicts = change === 'ACTIVATE' ? (await readConflicts(read, { draft: rule })).conflictsOf(rule) : []
  return { ...(await tally.result(read)), conflicts }
}

interface Undecided {
  people: number
  reason: string
  example: string
}

/** What is counted while people pass. */
class Tally {
  readonly #directory: KnownGroups & { now: number }
  readonly #rule: ReadyRule | undefined
  readonly #memberships: MembershipTally
  readonly #undecided = new Map<string, Undecided>()
  #matching = 0

  constructor(directory: KnownGroups & { now: number }, rule: ReadyRule | undefined) {
    this.#directory = directory
    this.#rule = rule
    this.#memberships = new MembershipTally(directory.groups)
  }

  add(one: ScannedPerson): void {
    this.#memberships.add(one)
    if (this.#rule) this.#judge(this.#rule, one)
  }

  #judge(rule: ReadyRule, one: ScannedPerson): void {
    const { verdict, context } = judgeAfter(one, this.#directory)(rule)
    if (verdict === 'MATCH') this.#matching += 1
    if (verdict !== 'UNDEFINED') return
    const { typeId, id } = one.person
    const known = this.#undecided.get(typeId)
    if (known) known.people += 1
    else {
      const reason = trace(rule.compiled, context).reason ?? 'the expression comes to neither true nor false'
      this.#undecided.set(typeId, { people: 1, reason, example: id })
    }
  }

  async result(read: Reader): Promise<Omit<ComputedPreview, 'conflicts'>> {
    const examples = [...this.#undecided.values()].map(({ example }) => example)
    const { counted, nameOf } = await this.#memberships.result(read, examples)
    const types = new Map((await userTypes.findAll(read)).map(({ id, displayName }) => [id, displayName]))
    return {
      ...counted,
      matching: this.#matching,
      undecided: [...this.#undecided].map(([id, { people: count, reason, example }]) => ({
        userType: { id, name: types.get(id) ?? id },
        people: count,
        reason,
        example: { id: example, name: nameOf(example) },
      })),
    }
  }
}
