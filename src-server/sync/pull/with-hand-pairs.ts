import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNC_KINDS } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { SyncPairRecord } from '#db/tables/sync-pairs.ts'
import { UNPAIRED } from '#operations/connections/pairs.ts'
import type { GivenPairs } from '../compare/pair-objects.ts'
import type { SyncObject } from '../snapshot.ts'
import type { Base } from './base.ts'

type HandPair = Pick<SyncPairRecord, 'kind' | 'key' | 'ourKey'>

interface WithHandPairs {
  readonly base: Base | null
  /** Our keys by theirs, those that were agreed on and those that people have said. */
  readonly given: GivenPairs
}

/**
 * What both sides have agreed on where people have said which objects are the same, which counts more. An object that is another one than before has
 * agreed on nothing, nor has what belongs to it or relates to it: so what differs is decided by a person, and nothing counts as deleted. Pure.
 * @param stored null: nothing was pulled yet
 */
export function withHandPairs(stored: Base | null, hand: readonly HandPair[]): WithHandPairs {
  const said = new Map(SYNC_KINDS.map((kind) => [kind, new Map<string, string>()]))
  for (const { kind, key, ourKey } of hand) said.get(kind)?.set(key, ourKey)
  if (!stored) return { base: null, given: said }
  const stale = new Stale()
  const pairs = SYNC_KINDS.map((kind) => {
    const [own, agreed] = [said.get(kind) ?? new Map<string, string>(), stored.pairs.get(kind)]
    const taken = new Set(own.values())
    const isOther = (key: string, ourKey: string) =>
      ourKey === UNPAIRED || (own.has(key) ? own.get(key) !== ourKey : taken.has(ourKey))
    for (const object of stored.objects.get(kind)?.values() ?? [])
      if (isOther(object.key, agreed?.get(object.key) ?? object.key) || stale.hasPartOf(object)) stale.add(object)
    const kept = [...(agreed ?? [])].filter(([key]) => !stale.has(kind, key))
    return [kind, new Map([...kept, ...own])] as const
  })
  const given = new Map(pairs)
  const { objects, left } = stale.takenFrom(stored)
  return { base: left.length === 0 ? { ...stored, pairs: given } : { ...stored, objects, left, pairs: given }, given }
}

/** Objects of theirs of which nothing is agreed on any more. */
class Stale {
  readonly #keys = new Map<SyncKind, Set<string>>()
  readonly #ids = new Map<SyncKind, Set<string>>()

  add({ kind, key, id }: SyncObject): void {
    this.#keys.set(kind, (this.#keys.get(kind) ?? new Set()).add(key))
    if (id) this.#ids.set(kind, (this.#ids.get(kind) ?? new Set()).add(id))
  }

  has(kind: SyncKind, key: string): boolean {
    return this.#keys.get(kind)?.has(key) ?? false
  }

  /** Whether it is what an object belongs to, or relates to. */
  hasPartOf({ kind, parent, id }: SyncObject): boolean {
    const { source, id: where } = SYNCED_KINDS[kind]
    if (parent !== null && source.within && this.has(source.within.kind, parent)) return true
    if (where === null || typeof where === 'string') return false
    return where.relatesTo.some((related) => this.#ids.get(related)?.has(id) ?? false)
  }

  takenFrom({ objects, left = [] }: Base): Required<Pick<Base, 'objects' | 'left'>> {
    const kept = [...objects].map(([kind, all]) => {
      const keys = this.#keys.get(kind)
      return [kind, keys ? new Map([...all].filter(([key]) => !keys.has(key))) : all] as const
    })
    const gone = [...this.#keys].flatMap(([kind, keys]) => [...keys].map((key) => ({ kind, key })))
    return { objects: new Map(kept), left: [...left, ...gone] }
  }
}
