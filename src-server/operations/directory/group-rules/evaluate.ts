import { LIMITS } from '#contract/interface/limits.ts'
import type { UserRecord } from '#db/tables/users.ts'
import { test, type ExpressionContext } from '#expression/index.ts'
import { withLocale } from '../person.ts'
import type { ReadyRule, RuleSet } from './rule-set.ts'

/** Why a person is in a group. */
interface Held {
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

interface Directory {
  /** Milliseconds since the epoch. */
  now: number
  /** Those that everybody is in. */
  builtIn: readonly StoredGroup[]
  /** Groups that people are in or that rules put them into; ids of deleted ones lack. */
  groups: ReadonlyMap<string, StoredGroup>
}

/** Which rules are asked again; of all others that read no groups, what they gave stays. */
export interface Occasion {
  isTouched: (rule: ReadyRule) => boolean
  /** Rules that are deleted, and with them what they gave. */
  dropped?: ReadonlySet<string>
}

/** Whether a rule that reads no groups holds for a person. */
export function holdsFor(rule: ReadyRule, { id, profile }: Pick<RuledPerson, 'id' | 'profile'>, now: number): boolean {
  if (rule.excludedUsers.has(id)) return false
  return test(rule.compiled, { now, user: { profile: withLocale(profile) } }) === 'MATCH'
}

/**
 * The rules that hold for a person. Those that read groups are asked in rounds, all of them as of the round before, beginning with what
 * they are a member of without them, until nothing changes: the outcome does not depend on what came first, and rules that feed each
 * other keep no person in a group by themselves.
 * @returns `isSettled`: false where rules take each other back, so that the rounds ended at their limit
 */
export function rulesFor(
  { all, byId, groupReaders }: RuleSet,
  person: RuledPerson,
  { now, builtIn, groups }: Directory,
  { isTouched, dropped }: Occasion,
): { holding: ReadonlySet<ReadyRule>; isSettled: boolean } {
  const given = new Set([...person.held.values()].flatMap(({ rules }) => [...rules]))
  const own = all.filter(
    (rule) => !rule.readsGroups && (isTouched(rule) ? holdsFor(rule, person, now) : given.has(rule.id)),
  )
  if (groupReaders.length === 0) return { holding: new Set(own), isSettled: true }

  const isFixed = (rule: string) => !byId.has(rule) && !dropped?.has(rule)
  const fixed = [...person.held].flatMap(([id, { byHand, rules }]) => (byHand || [...rules].some(isFixed) ? [id] : []))
  const base = new Set([...fixed, ...own.flatMap(({ groupIds }) => groupIds)])
  const profile = withLocale(person.profile)

  let holding: readonly ReadyRule[] = []
  for (let round = 0; round < LIMITS.groupRuleRounds; round++) {
    const ids = new Set([...base, ...holding.flatMap(({ groupIds }) => groupIds)])
    const known = [...builtIn, ...[...ids].flatMap((id) => groups.get(id) ?? [])].map(asKnown)
    const inGroups = new Set(known.map(({ id }) => id))
    const next = groupReaders.filter(
      ({ compiled, excludedUsers, excludedGroups }) =>
        !excludedUsers.has(person.id) &&
        ![...excludedGroups].some((id) => inGroups.has(id)) &&
        test(compiled, { now, user: { profile, groups: known } }) === 'MATCH',
    )
    const isSettled = next.length === holding.length && next.every((rule, index) => rule === holding[index])
    holding = next
    if (isSettled) return { holding: new Set([...own, ...holding]), isSettled }
  }
  return { holding: new Set([...own, ...holding]), isSettled: false }
}
