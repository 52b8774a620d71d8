import type { BehaviorRecord, PolicySet } from '../types.ts'

/** How a list of records differs from an earlier state of it. */
interface ListChange<Item> {
  /** New and changed ones. */
  put: readonly Item[]
  /** Ids of those that are gone. */
  removed: readonly string[]
}

type Item<List> = List extends readonly (infer One)[] ? One : never

/**
 * What of a set a change makes different, as plain data. WHY differences alone: by the time they are applied others may have
 * changed the set too, and that is no part of this change.
 */
export interface SetChange {
  policies: ListChange<Item<PolicySet['policies']>>
  zones: ListChange<Item<PolicySet['zones']>>
  applications: ListChange<Item<PolicySet['applications']>>
  behaviors: ListChange<BehaviorRecord>
  /** Ids of authorization servers that are switched off, and on. */
  inactiveServers: ListChange<string>
}

/** What was read again, although it is as it was, is no change: it would be compiled and compared for nothing. */
const isEqual = (a: object, b: object) => a === b || JSON.stringify(a) === JSON.stringify(b)

function listChange<One extends { id: string }>(before: readonly One[], after: readonly One[]): ListChange<One> {
  if (before === after) return { put: [], removed: [] }
  const old = new Map(before.map((one) => [one.id, one]))
  const next = new Set(after.map(({ id }) => id))
  return {
    put: after.filter((one) => {
      const was = old.get(one.id)
      return !was || !isEqual(was, one)
    }),
    removed: before.flatMap(({ id }) => (next.has(id) ? [] : [id])),
  }
}

/** The list after a change; the same one where nothing of it changes. */
function withListChange<One extends { id: string }>(before: readonly One[], change: ListChange<One>): readonly One[] {
  if (change.put.length + change.removed.length === 0) return before
  const put = new Map(change.put.map((one) => [one.id, one]))
  const gone = new Set(change.removed)
  const kept = before.filter(({ id }) => !gone.has(id)).map((one) => put.get(one.id) ?? one)
  const known = new Set(kept.map(({ id }) => id))
  return [...kept, ...change.put.filter(({ id }) => !known.has(id))]
}

const NONE: ReadonlySet<string> = new Set()
const NO_BEHAVIORS: readonly BehaviorRecord[] = []

/** What a change makes different. */
export function setChange(before: PolicySet, after: PolicySet): SetChange {
  const [old, next] = [before.inactiveServerIds ?? NONE, after.inactiveServerIds ?? NONE]
  return {
    policies: listChange(before.policies, after.policies),
    zones: listChange(before.zones, after.zones),
    applications: listChange(before.applications, after.applications),
    behaviors: listChange(before.behaviors ?? NO_BEHAVIORS, after.behaviors ?? NO_BEHAVIORS),
    inactiveServers: { put: [...next].filter((id) => !old.has(id)), removed: [...old].filter((id) => !next.has(id)) },
  }
}

/** The set after a change. */
export function withSetChange(before: PolicySet, change: SetChange): PolicySet {
  const { put, removed } = change.inactiveServers
  const switched = new Set([...(before.inactiveServerIds ?? []), ...put])
  for (const id of removed) switched.delete(id)
  return {
    ...before,
    policies: withListChange(before.policies, change.policies),
    zones: withListChange(before.zones, change.zones),
    applications: withListChange(before.applications, change.applications),
    ...(before.behaviors || change.behaviors.put.length
      ? { behaviors: withListChange(before.behaviors ?? NO_BEHAVIORS, change.behaviors) }
      : {}),
    ...(before.inactiveServerIds || put.length ? { inactiveServerIds: switched } : {}),
  }
}
