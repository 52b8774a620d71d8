import { LIMITS } from '#contract/interface/limits.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { Asked } from '../sides/known.ts'
import type { Snapshot, SyncObject } from '../snapshot.ts'

/** A list: of a kind, below a parent, or that one call answers. */
const listKey = (parent: string | null, call: string) => JSON.stringify([parent, call])

/** What of an earlier reading may no longer be so, and has to be read again. */
export class Stale {
  readonly former: Snapshot
  /** Something may be other than it was that nothing names. */
  isEverything = false
  readonly #kinds = new Set<SyncKind>()
  readonly #parents = new Map<SyncKind, Set<string>>()
  readonly #calls = new Map<SyncKind, Set<string>>()
  readonly #ones = new Map<SyncKind, Map<string, Asked>>()

  readonly #relations = new Map<SyncKind, Map<string, SyncObject[]>>()

  /** @param former the earlier reading */
  constructor(former: Snapshot) {
    this.former = former
  }

  /** Whether the earlier reading could not say everything of a kind. */
  isUnread(kind: SyncKind): boolean {
    return this.former.unread.some((one) => one.kind === kind)
  }

  /** The objects of the earlier reading that say that something else has an object of this id. */
  relationsOf(kind: SyncKind, id: string): readonly SyncObject[] {
    const known =
      this.#relations.get(kind) ?? Map.groupBy(this.former.objects.get(kind)?.values() ?? [], (one) => one.id)
    this.#relations.set(kind, known)
    return known.get(id) ?? []
  }

  get isEmpty(): boolean {
    return !this.isEverything && this.kinds.size === 0
  }

  /** The kinds of which anything has to be read again. */
  get kinds(): ReadonlySet<SyncKind> {
    return new Set([this.#kinds, ...[this.#parents, this.#calls, this.#ones]].flatMap((of) => [...of.keys()]))
  }

  /** All objects of kinds. */
  whole(...kinds: readonly SyncKind[]): void {
    for (const kind of kinds) this.#kinds.add(kind)
  }

  /** The objects of a kind that belong to another object. */
  below(kind: SyncKind, parentKey: string): void {
    within(this.#parents, kind, () => new Set<string>()).add(parentKey)
  }

  /** The objects of a kind that one call answers. */
  ofCall(kind: SyncKind, call: string): void {
    within(this.#calls, kind, () => new Set<string>()).add(call)
  }

  one(kind: SyncKind, asked: Asked): void {
    within(this.#ones, kind, () => new Map<string, Asked>()).set(listKey(asked.parent, asked.id), asked)
  }

  /** An object of the earlier reading, with the least that has to be read for it. */
  object({ kind, id, parent, call }: SyncObject): void {
    if (SYNCED_KINDS[kind].source.one) this.one(kind, { id, parent })
    else if (parent !== null) this.below(kind, parent)
    else if (call) this.ofCall(kind, call)
    else this.whole(kind)
  }

  isWhole(kind: SyncKind): boolean {
    return this.#kinds.has(kind)
  }

  hasList(kind: SyncKind, call: string, parent: string | null): boolean {
    const isBelow = parent !== null && this.#parents.get(kind)?.has(parent)
    return this.isWhole(kind) || isBelow === true || this.#calls.get(kind)?.has(call) === true
  }

  parentsOf(kind: SyncKind): ReadonlySet<string> {
    return this.#parents.get(kind) ?? new Set()
  }

  ones(kind: SyncKind): readonly Asked[] {
    const asked = [...(this.#ones.get(kind)?.values() ?? [])]
    return asked.filter(({ parent }) => !this.hasList(kind, '', parent))
  }

  /** Has lists be read in place of so many of their objects that it takes fewer requests. */
  settle(): void {
    for (const kind of this.#ones.keys()) {
      const sizes = new Map<string | null, number>()
      for (const { parent } of this.former.objects.get(kind)?.values() ?? [])
        sizes.set(parent, (sizes.get(parent) ?? 0) + 1)
      for (const [parent, asked] of Map.groupBy(this.ones(kind), (one) => one.parent)) {
        const pages = Math.max(1, Math.ceil((sizes.get(parent) ?? 0) / LIMITS.syncPage))
        const calls = SYNCED_KINDS[kind].source.calls?.length ?? 1
        if (asked.length < pages + calls) continue
        if (parent === null) this.whole(kind)
        else this.below(kind, parent)
      }
    }
  }
}

function within<Value>(map: Map<SyncKind, Value>, kind: SyncKind, make: () => Value): Value {
  const found = map.get(kind) ?? make()
  map.set(kind, found)
  return found
}
