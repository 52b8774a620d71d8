import { LRUCache } from 'lru-cache'
import type { ComparisonView, ObjectDifferenceView } from '#contract/gatehouse/comparison.ts'

/** A comparison with its differences. */
interface KeptComparison {
  readonly summary: ComparisonView
  readonly differences: readonly ObjectDifferenceView[]
}

/** The latest comparison of each of a few connections, in memory: it holds what a remote has, which is nothing for the file. */
export class KeptComparisons {
  readonly #kept = new LRUCache<string, KeptComparison>({ max: 4 })

  set(connectionId: string, comparison: KeptComparison): void {
    this.#kept.set(connectionId, comparison)
  }

  /** Undefined where the connection was not compared, or not lately. */
  get(connectionId: string): KeptComparison | undefined {
    return this.#kept.get(connectionId)
  }
}
