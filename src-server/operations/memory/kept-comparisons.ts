import { LRUCache } from 'lru-cache'
import type { ComparisonView, Direction, ObjectDifferenceView } from '#contract/gatehouse/comparison.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import type { SyncObject } from '#contract/sync/sync-object.ts'

/** An object that decides and is not the same on both sides; all of them in the words of this workspace. */
export interface KeptDifference {
  readonly id: string
  readonly kind: SyncKind
  readonly name: string
  readonly direction: Direction
  readonly ours: SyncObject | null
  readonly theirs: SyncObject | null
  /** As it was when both sides were the same; null where there was none, or that is not known. */
  readonly base: SyncObject | null
  readonly fields: ObjectDifferenceView['fields']
}

/** What stands in lists that decide by their order and may get another one; of the remote and of the base only where it stands. */
export interface KeptLists {
  readonly ours: readonly SyncObject[]
  readonly theirs: readonly SyncObject[]
  readonly base: readonly SyncObject[]
}

/** What of a comparison decides for people. */
export interface DecidingPart {
  readonly differences: readonly KeptDifference[]
  readonly lists: KeptLists
  /** The ids of orders that differ in lists whose objects all stood there when both sides were the same. */
  readonly formerOrders: ReadonlySet<string>
  /** Our keys of what differences belong to and of what stands in lists, by kind and those of the remote. */
  readonly pairs: ReadonlyMap<SyncKind, ReadonlyMap<string, string>>
  /** How many of a kind both sides had agreed on; null: nothing was pulled yet. */
  readonly agreed: ReadonlyMap<SyncKind, number> | null
}

/** A comparison with its differences. */
interface KeptComparison {
  readonly summary: ComparisonView
  readonly differences: readonly ObjectDifferenceView[]
  /** What the remote has that can be paired by hand: by kind, and then by key. */
  readonly theirs: ReadonlyMap<SyncKind, ReadonlyMap<string, { readonly name: string; readonly type: string | null }>>
  /** Whether each pair that was made by hand has taken effect, by `handPairName`. */
  readonly handPairs: ReadonlyMap<string, boolean>
  /** What a review of it needs; null where that is too much to be kept. */
  readonly deciding: DecidingPart | null
  /** As of which state of what decides it was made. */
  readonly revision: number
}

/**
 * The latest comparison of each of a few connections, in memory: it holds what a remote has, which is nothing for the file. Of the objects themselves it
 * holds those alone that decide for people, and no more than `reviewedObjects`.
 */
export class KeptComparisons {
  readonly #kept = new LRUCache<string, KeptComparison>({ max: 4 })
  #revision = 0

  /** The state of what decides, to be passed with a comparison that begins now. */
  get revision(): number {
    return this.#revision
  }

  /** What decides has changed: what was compared before is no longer how the workspace is. */
  age(): void {
    this.#revision += 1
  }

  set(connectionId: string, comparison: KeptComparison): void {
    this.#kept.set(connectionId, comparison)
  }

  /** Undefined where the connection was not compared, or not lately. */
  get(connectionId: string): KeptComparison | undefined {
    return this.#kept.get(connectionId)
  }
}
