import type { SyncKind } from '#contract/sync/kind-names.ts'
import type { Caller } from '#operations/service/caller.ts'
import type { SnapshotBuilder, SyncObject } from '../snapshot.ts'
import type { Side } from './refusals.ts'

/** An object that is asked for by itself. */
export interface Asked {
  readonly id: string
  /** The key of the object that it belongs to; null: to none. */
  readonly parent: string | null
}

/** What is known of a side from an earlier reading, so that only the rest is read. */
export interface Known {
  /** What a list still holds, without what is {@link asked} for; null: it has to be read. */
  listOf(kind: SyncKind, call: string, parent: SyncObject | undefined): readonly SyncObject[] | null
  /** The ids of those below which a list may hold anything, of kinds whose side tells which they are; null: it has to be asked. */
  holdersOf(kind: SyncKind): ReadonlySet<string> | null
  asked(kind: SyncKind): readonly Asked[]
}

/** A reading of a side that is under way. */
export interface Reading {
  caller: Caller
  /** Gets what is read. */
  snapshot: SnapshotBuilder
  signal?: AbortSignal | undefined
  /** Absent: this workspace. */
  side?: Side | undefined
  /** Absent: nothing, so that everything is read. */
  known?: Known | undefined
}
