import type { ConflictKind, RuleConflict } from '#contract/gatehouse/group-rule-preview.ts'
import type { Reader } from '#db/connection.ts'
import { groupRules, type GroupRuleRecord } from '#db/tables/group-rules.ts'
import { groups, type GroupRecord } from '#db/tables/groups.ts'
import { tokenizeLeniently } from '#expression/index.ts'
import { idsThatAreGone } from './group-rules.sql.ts'
import { asksByName, isNamed, readied, type ReadyRule } from './rule-set.ts'

/** What a conflict shows of the rules, groups and people that it is about. */
const SHOWN = 20

type Rule = Pick<GroupRuleRecord, 'id' | 'name' | 'conditions' | 'groupIds'>

/** Finds what is in the way of rules, as of one moment. */
class ConflictFinder {
  readonly #rules: readonly GroupRuleRecord[]
  readonly #groups: ReadonlyMap<string, GroupRecord>
  readonly #gone: ReadonlySet<string>
  /** Active rules that ask for a group, by its id. */
  readonly #readers = new Map<string, ReadyRule[]>()
  /** Rules by what they ask, however it is spaced. */
  readonly #byCondition = new Map<string, Rule[]>()

  /** @param active rules that are to be active beside those that are */
  constructor(
    rules: readonly GroupRuleRecord[],
    known: ReadonlyMap<string, GroupRecord>,
    gone: ReadonlySet<string>,
    active: ReadonlySet<string>,
  ) {
    this.#rules = rules
    this.#groups = known
    this.#gone = gone
    const isActive = ({ id, status }: GroupRuleRecord) => status === 'ACTIVE' || active.has(id)
    for (const rule of rules) push(this.#byCondition, conditionKey(rule), rule)
    const ready = rules.filter(isActive).flatMap((rule) => readied(rule) ?? [])
    for (const rule of ready) for (const id of this.#askedBy(rule)) push(this.#readers, id, rule)
  }

  get rules(): readonly GroupRuleRecord[] {
    return this.#rules
  }

  /** What is in the way of a rule that is or would be active. @param rule saved, or a draft in its place */
  conflictsOf(rule: Rule): RuleConflict[] {
    const { conditions, groupIds } = rule
    const excluded = [...conditions.excludedUsers, ...conditions.excludedGroups]
    const same = (this.#byCondition.get(conditionKey(rule)) ?? []).filter(({ id }) => id !== rule.id)
    return [
      ...conflict('GROUP_GONE', { ids: groupIds.filter((id) => !this.#groups.has(id)) }),
      ...conflict('GROUP_TAKES_NO_MEMBERS', {
        ids: groupIds.filter((id) => (this.#groups.get(id)?.type ?? 'SVC_GROUP') !== 'SVC_GROUP'),
      }),
      ...conflict('CYCLE', { rules: this.#cycleOf(rule) }),
      ...conflict('SAME_CONDITION', { rules: same }),
      ...conflict('EXCLUSION_GONE', { ids: excluded.filter((id) => this.#gone.has(id)) }),
    ]
  }

  /** The shortest way from a rule, by the groups that each fills and the next asks for, back to itself; empty where there is none. */
  #cycleOf(rule: Rule): ReadyRule[] {
    const ready = readied(rule)
    if (!ready?.readsGroups) return []
    const asked = this.#askedBy(ready)
    const feeds = (id: string) => asked.has(id)
    const from = new Map<string, ReadyRule | null>([[ready.id, null]])
    if (ready.groupIds.some(feeds)) return [ready]
    const waiting: ReadyRule[] = [ready]
    for (const one of waiting)
      for (const next of one.groupIds.flatMap((id) => this.#readers.get(id) ?? [])) {
        if (from.has(next.id)) continue
        from.set(next.id, one)
        if (next.groupIds.some(feeds)) return wayTo(next, from)
        waiting.push(next)
      }
    return []
  }

  /** Ids of the groups that a rule asks for: named by id or by their names. */
  #askedBy({ asks, excludedGroups }: ReadyRule): Set<string> {
    const named = asksByName(asks.names) ? [...this.#groups.values()].filter(isNamed(asks.names)) : []
    return new Set([...asks.ids, ...excludedGroups, ...named.map(({ id }) => id)])
  }
}

function wayTo(last: ReadyRule, from: ReadonlyMap<string, ReadyRule | null>): ReadyRule[] {
  const way: ReadyRule[] = []
  for (let rule: ReadyRule | null | undefined = last; rule; rule = from.get(rule.id)) way.unshift(rule)
  return way
}

function conflict(
  kind: ConflictKind,
  { rules = [], ids = [] }: { rules?: readonly Pick<Rule, 'id' | 'name'>[]; ids?: readonly string[] },
): RuleConflict[] {
  const count = rules.length + ids.length
  if (count === 0) return []
  const named = rules.slice(0, SHOWN).map(({ id, name }) => ({ id, name }))
  return [{ kind, rules: named, ids: ids.slice(0, SHOWN), count }]
}

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

const conditionKey = ({ conditions }: Rule) =>
  tokenizeLeniently(conditions.expression)
    .map(({ text }) => text)
    .join(' ')

/** Reads what conflicts follow from. @param draft a rule that is not saved so @param active rules that are to be activated together */
export async function readConflicts(
  read: Reader,
  { draft, active = new Set() }: { draft?: Rule; active?: ReadonlySet<string> } = {},
): Promise<ConflictFinder> {
  const rules = await groupRules.findAll(read, { order: ['name', 'id'] })
  const known = new Map((await groups.findAll(read)).map((group) => [group.id, group]))
  const excluded = [...rules, ...(draft ? [draft] : [])].flatMap(({ conditions }) => [
    ...conditions.excludedUsers,
    ...conditions.excludedGroups,
  ])
  return new ConflictFinder(rules, known, await idsThatAreGone(read, excluded), active)
}
