import { CONDITION_KINDS, type Conditions } from '../conditions/index.ts'
import type { ConditionKind } from '../conditions/condition.ts'
import { namesEveryone, peopleLists } from '../conditions/people.ts'

type Values = Readonly<Record<string, unknown>>

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)

/** Whether `outer` contains every item of `inner`; items compare by their JSON. */
function within(inner: readonly unknown[], outer: readonly unknown[]): boolean {
  const known = new Set(outer.map((item) => JSON.stringify(item)))
  return inner.every((item) => known.has(JSON.stringify(item)))
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A field of an earlier condition against the same field of a later one; lists to include may be wider, lists to exclude narrower. */
function fieldCovers(key: string, earlier: unknown, later: unknown): boolean {
  if (key === 'include') {
    const [outer, inner] = [list(earlier), list(later)]
    return outer.length === 0 || (inner.length > 0 && within(inner, outer))
  }
  if (key === 'exclude') return within(list(earlier), list(later))
  return same(earlier, later)
}

/** Whether the earlier `people` admits everyone that the later one admits. */
function peopleCover(earlier: Conditions['people'], later: Conditions['people'], everyoneGroupId: string): boolean {
  const outer = peopleLists(earlier ?? {})
  const inner = peopleLists(later ?? {})
  const open = outer.groupsIn.length + outer.usersIn.length === 0 || namesEveryone(outer.groupsIn, everyoneGroupId)
  const limited = inner.groupsIn.length + inner.usersIn.length > 0
  const included = open || (limited && within(inner.groupsIn, outer.groupsIn) && within(inner.usersIn, outer.usersIn))
  return included && within(outer.groupsOut, inner.groupsOut) && within(outer.usersOut, inner.usersOut)
}

function asksNothing(key: string, value: unknown): boolean {
  const kind = (CONDITION_KINDS as Readonly<Record<string, unknown>>)[key] as ConditionKind<unknown> | undefined
  return kind !== undefined && kind.phrases(value).length === 0
}

/**
 * Whether the earlier conditions are met whenever the later ones are, for sure. Sound, not complete: false says only
 * that no proof was found.
 */
export function covers(
  earlier: Conditions | null | undefined,
  later: Conditions | null | undefined,
  everyoneGroupId: string,
): boolean {
  return Object.entries(earlier ?? {}).every(([key, outer]) => {
    if (outer === null || outer === undefined || asksNothing(key, outer)) return true
    if (key === 'people') return peopleCover(earlier?.people, later?.people, everyoneGroupId)
    const inner = (later as Values | null | undefined)?.[key]
    if (inner === null || inner === undefined) return false
    return Object.entries(outer as Values).every(([field, value]) =>
      value === undefined ? true : fieldCovers(field, value, (inner as Values)[field]),
    )
  })
}
