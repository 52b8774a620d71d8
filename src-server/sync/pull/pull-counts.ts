import type { PullSummary } from '#contract/gatehouse/pull.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import type { Entry } from './write-page.ts'

type Count = PullSummary['counts'][number]

const DONE = { create: 'created', change: 'changed', remove: 'removed' } as const

/** How much of each kind a pull has written. */
export class PullCounts {
  readonly #counts = new Map<SyncKind, Count>()

  add(kind: SyncKind, entry: Entry): void {
    if (entry.what === 'state') return
    const known = this.#counts.get(kind) ?? { kind, created: 0, changed: 0, removed: 0 }
    const what = entry.what === 'move' ? 'moved' : DONE[entry.step.act]
    this.#counts.set(kind, { ...known, [what]: (known[what] ?? 0) + 1 })
  }

  all(): Count[] {
    return [...this.#counts.values()]
  }
}
