import type { PolicySet } from '../types.ts'

/** What of a set a change makes different, as plain data; a part that stays the same is null. */
export interface SetChange {
  /** New and changed ones, and the ids of those that are gone. */
  policies: PolicySet['policies']
  removed: readonly string[]
  zones: PolicySet['zones'] | null
  applications: PolicySet['applications'] | null
  inactiveServerIds: NonNullable<PolicySet['inactiveServerIds']> | null
}

const ifNew = <Part>(before: Part, after: Part): Part | null => (before === after ? null : after)

/** Compares by identity: a part that was not read again is the same. */
export function setChange(before: PolicySet, after: PolicySet): SetChange {
  const [old, next] = [new Set(before.policies), new Set(after.policies.map(({ id }) => id))]
  return {
    policies: after.policies.filter((policy) => !old.has(policy)),
    removed: before.policies.flatMap(({ id }) => (next.has(id) ? [] : [id])),
    zones: ifNew(before.zones, after.zones),
    applications: ifNew(before.applications, after.applications),
    inactiveServerIds: ifNew(before.inactiveServerIds, after.inactiveServerIds) ?? null,
  }
}

/** The set after a change. */
export function withSetChange(before: PolicySet, change: SetChange): PolicySet {
  const gone = new Set([...change.removed, ...change.policies.map(({ id }) => id)])
  const inactiveServerIds = change.inactiveServerIds ?? before.inactiveServerIds
  return {
    ...before,
    policies: [...before.policies.filter(({ id }) => !gone.has(id)), ...change.policies],
    zones: change.zones ?? before.zones,
    applications: change.applications ?? before.applications,
    ...(inactiveServerIds ? { inactiveServerIds } : {}),
  }
}
