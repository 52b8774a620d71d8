import type { SyncKind } from '#contract/sync/kind-names.ts'
import type { FieldDifference, ObjectDifference } from '../compare/compare-snapshots.ts'
import type { OrderDifference } from '../compare/compare-orders.ts'
import type { Pairing } from '../compare/pair-objects.ts'
import type { Winner } from '../deciding/decide.ts'
import type { Snapshot } from '../snapshot.ts'

type Objects = Pick<Snapshot, 'objects'>

/** Two sides as they were compared: what is `ours` in differences and orders is the target, `theirs` the source. */
export interface PlanSides {
  /** What the target is called in sentences, such as `the workspace`. */
  readonly targetName: string
  readonly target: Objects
  readonly source: Objects
  /** Kinds of which the source was not read, so that what names one of them stands. Absent: none */
  readonly omitted?: ReadonlySet<SyncKind>
  readonly differences: readonly ObjectDifference[]
  readonly orders: readonly OrderDifference[]
  /** The keys and ids of the target by those of the source. */
  readonly pairing: Pairing
  /** How many of a kind both sides had agreed on. */
  readonly agreed: (kind: SyncKind) => number
  /** `remote` stands for the source. */
  readonly winner: Winner
  /**
   * Keys of the source's roles that surely have no limits. WHY not by its lists: these leave out what was deleted, and a role that is limited to that
   * alone reaches nothing. Absent: not known, so that none loses its last limit.
   */
  readonly unlimited?: ReadonlySet<string> | undefined
  /** The ids of differences that choices name. Absent: none */
  readonly named?: ReadonlySet<string>
}

/** What a plan does not do, and why. */
export interface PlanRefusal {
  readonly kind: SyncKind
  readonly name: string
  readonly reason: string
}

/** An object or a list that both sides have changed, and that is to be decided. */
export interface PlanConflict {
  readonly kind: SyncKind
  /** Whether it is the order of a list. */
  readonly isList: boolean
  readonly name: string
  /** The name of what it belongs to. */
  readonly parent: string | null
  /** By which choices decide it; null: it is one of so many removals that they are chosen for all of their kind alone. */
  readonly difference: string | null
  /** The side that has the object, where the other one has removed it; null: both have it. */
  readonly onlyIn: 'target' | 'source' | null
  /** What both sides have changed of an object that both have. */
  readonly fields: readonly FieldDifference[]
  /** The names of what is in a list on both sides, in the order of each; null: it is no list. */
  readonly order: Readonly<Record<'target' | 'source', readonly string[]>> | null
}
