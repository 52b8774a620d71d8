import { LIMITS } from '#contract/interface/limits.ts'
import type { UserRecord } from '#db/tables/users.ts'
import { test, type ExpressionContext } from '#expression/index.ts'
import { withLocale } from '../person.ts'
import type { ReadyRule, RuleSet } from './rule-set.ts'

/** Why a person is in a group. */
export interface Held {
  byHand: boolean
  rules: ReadonlySet<string>
}

/** A person with what they are a member of now. */
export interface RuledPerson {
  id: string
  profile: UserRecord['profile']
  /** By group. */
  held: ReadonlyMap<string, Held>
}

/** What an expression can ask of a group. */
type KnownGroup = NonNullable<NonNullable<ExpressionContext['user']>['groups']>[number]

/** A group as the file has it: null says that it is of no application. */
type StoredGroup = Omit<KnownGroup, 'sourceId'> & { sourceId?: string | null }

const asKnown = ({ sourceId, ...group }: StoredGroup): KnownGroup => (sourceId ? { ...group, sourceId } : group)

/** What rules ask of besides a person. */
export interface Directory {
  /** Milliseconds since the epoch. */
  now: number
  /** Those that everybody is in. */
  everyone: readonly StoredGroup[]
  /** Groups that people are in or that rules put them into; ids of deleted ones lack. */
  groups: ReadonlyMap<string, StoredGroup>
}

/** Which rules are asked again; of all others that read no groups, what they gave stays. */
export interface Occasion {
  isTouched: (rule: ReadyRule) => boolean
  /** Rules that are deleted, and with them what they gave. */
  dropped?: ReadonlySet<string>
}

type Asked = Pick<RuledPerson, 'id' | 'profile'>

/** What a rule's expression is asked with. @param groups the person's, where it reads groups */
function contextOf({ profile }: Asked, now: number, groups?: readonly KnownGroup[]): ExpressionContext {
  return { now, user: { profile: withLocale(profile), ...(groups && { groups }) } }
}

/** Whether a rule holds for a person: of one whom it excepts it does not, whatever its expression says. */
function verdictOf(rule: ReadyRule, person: Asked, context: ExpressionContext, inGroups: ReadonlySet<string>) {
  if (rule.excludedUsers.has(person.id)) return 'NOT_MATCH'
  for (const id of rule.excludedGroups) if (inGroups.has(id)) return 'NOT_MATCH'
  return test(rule.compiled, context)
}

/** What a rule comes to for a person, and what its expression was asked with. */
interface Judged {
  verdict: ReturnType<typeof test>
  context: ExpressionContext
}

/** Asks one rule after another of the same person, with what was made for that once. */
export type Judge = (rule: ReadyRule) => Judged

const NO_GROUPS: ReadonlySet<string> = new Set()

/** Asks rules that read no groups. */
export function judgePlainly(person: Asked, now: number): Judge {
  const context = contextOf(person, now)
  return (rule) => ({ verdict: verdictOf(rule, person, context, NO_GROUPS), context })
}

/** Asks any rules of a person who is in some groups, beside those that everybody is in. */
export function judgeIn(person: Asked, groupIds: Iterable<string>, directory: Directory): Judge {
  const groups = groupsOf(groupIds, directory)
  const context = contextOf(person, directory.now, groups)
  const inGroups = new Set(groups.map(({ id }) => id))
  return (rule) => ({ verdict: verdictOf(rule, person, context, inGroups), context })
}

/** The rules that hold. */
const holdingOf = (rules: Iterable<ReadyRule>, judge: Judge): ReadyRule[] =>
  [...rules].filter((rule) => judge(rule).verdict === 'MATCH')

const groupsOf = (ids: Iterable<string>, { everyone, groups }: Directory): KnownGroup[] =>
  [...everyone, ...[...new Set(ids)].flatMap((id) => groups.get(id) ?? [])].map(asKnown)

/** The rules that read no groups and are to be asked again. */
export const askedAgain = ({ all }: RuleSet, { isTouched }: Occasion): ReadonlySet<ReadyRule> =>
  new Set(all.filter((rule) => !rule.readsGroups && isTouched(rule)))

/** The rules that read no groups and hold for a person: those that are asked again, and of the others what gave something. */
export function plainRules(
  { byId }: RuleSet,
  person: RuledPerson,
  now: number,
  asked: ReadonlySet<ReadyRule>,
): readonly ReadyRule[] {
  const holding = holdingOf(asked, judgePlainly(person, now))
  const given = new Set(
    [...person.held.values()].flatMap(({ rules }) => [...rules].flatMap((id) => byId.get(id) ?? [])),
  )
  return [...holding, ...[...given].filter((rule) => !rule.readsGroups && !asked.has(rule))]
}

/**
 * The rules that hold for a person. Those that read groups are asked in rounds, all of them as of the round before, beginning with what
 * they are a member of without them, until nothing changes: the outcome does not depend on what came first, and rules that feed each
 * other keep no person in a group by themselves.
 * @param own of {@link plainRules}
 * @returns `unsettled`: rules that take each other back, so that the rounds ended at their limit; else none
 */
export function rulesFor(
  { byId, groupReaders }: RuleSet,
  person: RuledPerson,
  own: readonly ReadyRule[],
  directory: Directory,
  { dropped }: Pick<Occasion, 'dropped'>,
): { holding: ReadonlySet<ReadyRule>; unsettled: readonly ReadyRule[] } {
  if (groupReaders.length === 0) return { holding: new Set(own), unsettled: [] }

  const isFixed = (rule: string) => !byId.has(rule) && !dropped?.has(rule)
  const fixed = [...person.held].flatMap(([id, { byHand, rules }]) => (byHand || [...rules].some(isFixed) ? [id] : []))
  const base = new Set([...fixed, ...own.flatMap(({ groupIds }) => groupIds)])

  let holding: readonly ReadyRule[] = []
  const unsettled = new Set<ReadyRule>()
  for (let round = 0; round < LIMITS.groupRuleRounds; round++) {
    const ids = new Set([...base, ...holding.flatMap(({ groupIds }) => groupIds)])
    const next = holdingOf(groupReaders, judgeIn(person, ids, directory))
    const [before, after] = [new Set(holding), new Set(next)]
    const changed = groupReaders.filter((rule) => before.has(rule) !== after.has(rule))
    holding = next
    if (changed.length === 0) return { holding: new Set([...own, ...holding]), unsettled: [] }
    // By then, what only takes long to come to rest has done so.
    if (round >= LIMITS.groupRuleRounds / 2) for (const rule of changed) unsettled.add(rule)
  }
  return { holding: new Set([...own, ...holding]), unsettled: [...unsettled] }
}
