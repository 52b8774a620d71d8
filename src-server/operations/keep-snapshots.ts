import type { Engine } from '../contract/workspace.ts'
import type { Store } from '../db/store.ts'
import { loadSnapshot, reloadPolicies, type Snapshot } from './snapshot.ts'

/** Holds the snapshot of the last commit, and makes the next one when it is asked for after a change. */
export interface SnapshotKeeper {
  current(): Promise<Snapshot>
  /** Told after each commit, with the policies that it may have changed; undefined stands for everything. */
  changed(policyIds: readonly string[] | undefined): void
}

/**
 * WHY not simply read all anew: with thousands of policies that takes as long as a second, and most writes change the
 * rules of one.
 */
export function keepSnapshots(store: Store, engine: Engine): SnapshotKeeper {
  let held: Promise<Snapshot> | null = null
  /** Changed since `held` was begun; null: nothing to build on. */
  let stale: Set<string> | null = null

  function begin(next: Promise<Snapshot>): Promise<Snapshot> {
    held = next
    stale = new Set()
    next.catch(() => {
      if (held === next) held = stale = null
    })
    return next
  }

  return {
    current() {
      if (held === null || stale === null) return begin(loadSnapshot(store, engine))
      if (stale.size === 0) return held
      const ids = [...stale]
      return begin(held.then((before) => reloadPolicies(store, before, ids)))
    },
    changed(policyIds) {
      if (policyIds === undefined) stale = null
      else for (const id of policyIds) stale?.add(id)
    },
  }
}
