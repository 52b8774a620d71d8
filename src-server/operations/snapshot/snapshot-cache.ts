import type { Engine } from '#contract/gatehouse/workspace.ts'
import { ChangeSet } from '#db/change-set.ts'
import type { Store } from '#db/store.ts'
import { createNameIndex } from './names.ts'
import { DECIDING_TABLES, readSnapshot, refreshSnapshot, type Snapshot } from './snapshot.ts'

/** Holds the snapshot of the last commit, and makes the next one when it is asked for after a change. */
interface SnapshotCache {
  current(): Promise<Snapshot>
  /** Called after each commit. */
  committed(changes: ChangeSet): void
}

/** WHY not read everything again: with thousands of policies that takes as long as a second, and most writes change one. */
export function createSnapshotCache(store: Store, engine: Engine): SnapshotCache {
  const index = createNameIndex()
  let cached: Promise<Snapshot> | null = null
  let pending: ChangeSet | null = null

  function next(): Promise<Snapshot> {
    if (cached && !pending) return cached
    const [before, changes] = [cached, pending]
    pending = null
    const made = store.consistentRead(async (reader) => {
      const snapshot = before && (await before.catch(() => null))
      return snapshot && changes
        ? refreshSnapshot(reader, snapshot, changes)
        : readSnapshot(reader, engine, index.names)
    })
    cached = made
    made.catch(() => {
      // A reading that failed is tried again, from the beginning.
      if (cached === made) cached = null
    })
    return made
  }

  async function current(): Promise<Snapshot> {
    const snapshot = await next()
    if (!index.isCurrent(snapshot.people))
      await store.consistentRead((reader) => index.refresh(reader, snapshot.people))
    return snapshot
  }

  return {
    current,
    committed(changes) {
      index.committed(changes)
      if (!changes.touches(...DECIDING_TABLES)) return
      pending ??= new ChangeSet()
      pending.add(changes)
    },
  }
}
