import { policyType, POLICY_TYPE_NAMES, type PolicyType } from '#contract/policy/policy-types.ts'
import type { CompiledPolicy, CompiledSet, CompiledType } from '../evaluate/compiled.ts'
import type { EvaluationContext, PolicySet } from '../types.ts'
import { StepList } from './step-list.ts'
import { Contents, differenceOf, type Meant, type Step } from './steps.ts'

/** A set with what it was compiled to. */
export interface Side {
  set: PolicySet
  compiled: CompiledSet
}

/** Sign-ins for which the same two lists of policies decide, before and after. */
export interface Subject {
  type: PolicyType
  /** Applications or authorization servers; empty where it is about every sign-in. */
  ids: readonly string[]
  difference: Readonly<Record<keyof ReturnType<typeof differenceOf>, StepList>>
  /** What of a context the type is found through. */
  place: Pick<EvaluationContext, 'app' | 'authorizationServerId'>
}

/** Types that decide about people who exist; enrollment of profiles is about those who do not yet. */
const TYPES = POLICY_TYPE_NAMES.filter((type) => type !== 'PROFILE_ENROLLMENT')

/** Every subject for which the two sides differ, in the order of the types. */
export function subjectsOf(before: Side, after: Side): Subject[] {
  const contents = new Contents()
  const areZonesSame = before.set.zones === after.set.zones
  const areNamesSame = before.set.behaviors === after.set.behaviors
  const meantBy = ({ set }: Side): Meant => ({
    zones: areZonesSame ? null : set.zones,
    behaviors: areNamesSame ? null : (set.behaviors ?? []),
  })
  const stepsBefore = (list: readonly CompiledPolicy[]) => contents.stepsOf(list, meantBy(before))
  const stepsAfter = (list: readonly CompiledPolicy[]) => contents.stepsOf(list, meantBy(after))
  return TYPES.flatMap((type) =>
    pairsOf(before, after, type).flatMap(({ ids, lists }): Subject[] => {
      if (areZonesSame && areNamesSame && isUnchanged(...lists)) return []
      const found = differenceOf(stepsBefore(lists[0]), stepsAfter(lists[1]))
      if (found.differing.length === 0) return []
      const listOf = (steps: readonly Step[]) => new StepList(steps, before.set.everyoneGroupId)
      const difference = {
        shared: listOf(found.shared),
        before: listOf(found.before),
        after: listOf(found.after),
        differing: listOf(found.differing),
      }
      return [{ type, ids, place: placeOf(type, ids), difference }]
    }),
  )
}

/** Every subject there is, with all that decides for it: for people who change while the policies stay. */
export function everySubject(side: Side): Subject[] {
  const contents = new Contents()
  const listOf = (steps: readonly Step[]) => new StepList(steps, side.set.everyoneGroupId)
  return TYPES.flatMap((type) =>
    pairsOf(side, side, type).map(({ ids, lists }): Subject => {
      const [all, none] = [listOf(contents.stepsOf(lists[0], { zones: null, behaviors: null })), listOf([])]
      return {
        type,
        ids,
        place: placeOf(type, ids),
        difference: { shared: none, before: all, after: all, differing: all },
      }
    }),
  )
}

type Lists = readonly [before: readonly CompiledPolicy[], after: readonly CompiledPolicy[]]

const isUnchanged = (before: readonly CompiledPolicy[], after: readonly CompiledPolicy[]) =>
  before.length === after.length && before.every(({ record }, at) => record === after[at]?.record)

const nameOfList = (list: readonly CompiledPolicy[]) => list.map(({ record }) => record.id).join(' ')

/** The lists that decide for a type, each pair once, with all for which it does. */
function pairsOf(before: Side, after: Side, type: PolicyType): { ids: string[]; lists: Lists }[] {
  const [old, next] = [before.compiled.typeOf(type), after.compiled.typeOf(type)]
  if (!old.key) return [{ ids: [], lists: [old.rest.policies, next.rest.policies] }]
  const pairs = new Map<string, { ids: string[]; lists: Lists }>()
  for (const id of placesOf(type, before, after)) {
    const lists: Lists = [listFor(old, id), listFor(next, id)]
    const name = lists.map(nameOfList).join(' → ')
    const pair = pairs.get(name) ?? { ids: [], lists }
    pairs.set(name, pair)
    pair.ids.push(id)
  }
  return [...pairs.values()]
}

const listFor = ({ byKey, rest }: CompiledType, id: string) => (byKey.get(id) ?? rest).policies

/** What a type is found through: active applications, or authorization servers that have policies. */
function placesOf(type: PolicyType, before: Side, after: Side): Iterable<string> {
  if (policyType(type).selection === 'app')
    return after.set.applications.flatMap(({ id, status }) => (status === 'ACTIVE' ? [id] : []))
  return new Set([before, after].flatMap(({ compiled }) => [...compiled.typeOf(type).byKey.keys()]))
}

function placeOf(type: PolicyType, [id]: readonly string[]): Subject['place'] {
  if (id === undefined) return {}
  return policyType(type).selection === 'app' ? { app: { id } } : { authorizationServerId: id }
}
