import type { Body } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNC_WRITES } from '#contract/sync/sync-writes.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { Target, TargetSide } from '#contract/sync/writing.ts'
import type { Caller } from '#operations/service/caller.ts'
import { readAnswers } from '../sides/read-list.ts'
import { labelOf } from '../sides/read-side.ts'
import { isGone } from '../sides/refusals.ts'
import { toSyncObject, type SyncObject } from '../snapshot.ts'

/** Where an object stands at the target. */
export interface Place {
  readonly kind: SyncKind
  /** The key of what it belongs to. */
  readonly parent: string | null
  /** Which call of its source answers it. */
  readonly call: string
}

const NO_SIDE: TargetSide = { address: '', find: () => undefined }

/** Reads single objects of a target, and the lists of what they belong to. */
export class TargetReader {
  readonly #caller: Caller
  readonly #signal: AbortSignal | undefined
  /** The lists of one kind and parent that were read last: what is written in a row is in one of them. */
  #lists: { of: string; byCall: Map<string, Promise<SyncObject[]>> } = { of: '', byCall: new Map() }

  constructor(caller: Caller, signal: AbortSignal | undefined) {
    this.#caller = caller
    this.#signal = signal
  }

  /** An object as it is now; null where there is none. */
  async one(place: Place, { id, key }: { id: string; key: string }): Promise<SyncObject | null> {
    const get = SYNC_WRITES[place.kind].get
    if (!get || !id) return (await this.list(place)).find((one) => one.key === key) ?? null
    const { kind, parent, call } = place
    const target: Target = { id, above: partsOf(parent), call, body: {}, side: NO_SIDE }
    const { operation, params } = get(target)
    try {
      const body = (await this.#caller.call(operation, { params, signal: this.#signal } as never)) as Body
      const { one, where } = SYNCED_KINDS[kind].source
      // What follows from something else, as from a group, is in no list either.
      if (where && !where(body)) return null
      const label = one?.callOf?.(body) ?? call
      return toSyncObject(kind, body, { parent: parent === null ? undefined : aboveOf(kind, parent), call: label })
    } catch (error) {
      if (isGone(error)) return null
      throw error
    }
  }

  /** All that stands in the list of a place, as it was when it was first asked for since {@link forget}, with what was noted since. */
  list(place: Place): Promise<SyncObject[]> {
    const of = listsName(place)
    if (this.#lists.of !== of) this.#lists = { of, byCall: new Map() }
    const known = this.#lists.byCall.get(place.call) ?? this.#read(place)
    this.#lists.byCall.set(place.call, known)
    return known
  }

  /** Has lists be read again. */
  forget(): void {
    this.#lists = { of: '', byCall: new Map() }
  }

  async noteMade(place: Place, object: SyncObject): Promise<void> {
    if (this.#lists.of === listsName(place)) (await this.#lists.byCall.get(place.call))?.push(object)
  }

  async noteGone(place: Place, key: string): Promise<void> {
    if (this.#lists.of !== listsName(place)) return
    const list = await this.#lists.byCall.get(place.call)
    const at = list?.findIndex((one) => one.key === key) ?? -1
    if (at >= 0) list?.splice(at, 1)
  }

  async #read({ kind, parent, call }: Place): Promise<SyncObject[]> {
    const { source } = SYNCED_KINDS[kind]
    const above = parent === null ? undefined : await this.#above(kind, parent)
    const asked = (source.calls ?? [{}]).find((one) => labelOf(one) === call) ?? source.calls?.[0] ?? {}
    try {
      const answers = await readAnswers(source, asked, above, { caller: this.#caller, signal: this.#signal })
      return answers.map((answer) => toSyncObject(kind, answer, { parent: above, call }))
    } catch (error) {
      if (isGone(error)) return []
      throw error
    }
  }

  /** What a list belongs to; with its body only where its links say how the list is asked for. */
  async #above(kind: SyncKind, parent: string): Promise<SyncObject> {
    const within = SYNCED_KINDS[kind].source.within
    const above = aboveOf(kind, parent)
    const byLink = Object.values(within?.params ?? {}).some((from) => typeof from === 'object')
    return (byLink && (await this.one(above, above))) || above
  }
}

const listsName = ({ kind, parent }: Place) => JSON.stringify([kind, parent])

const partsOf = (key: string | null): string[] => (key === null ? [] : key.split('/'))

/** What belongs to a key, without its body. */
function aboveOf(kind: SyncKind, key: string): SyncObject {
  const parts = partsOf(key)
  const within = SYNCED_KINDS[kind].source.within?.kind ?? kind
  const parent = parts.slice(0, -1).join('/') || null
  return { kind: within, key, id: parts.at(-1) ?? '', parent, call: '', body: {} }
}
