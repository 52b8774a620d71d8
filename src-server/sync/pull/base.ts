import { textAt, valueAt, withValue, type Body } from '#contract/sync/definition.ts'
import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import type { Reader } from '#audit-log/transaction.ts'
import type { BaseChange } from '#operations/connections/pulls.ts'
import { readBase } from '#operations/connections/pulls.ts'
import { FIELD_RULES } from '../compare/field-rules.ts'
import { withoutFields } from '../compare/without-fields.ts'
import type { GivenPairs } from '../compare/pair-objects.ts'
import { nameOf, SnapshotBuilder, type Snapshot, type SyncObject } from '../snapshot.ts'
import type { Decision } from '../deciding/decide.ts'

/** What a remote and the workspace have agreed on. */
export interface Base {
  readonly objects: Snapshot['objects']
  /** Our keys by theirs. */
  readonly pairs: GivenPairs
  /** What is stored and no part of it any more. */
  readonly left?: readonly Pick<SyncObject, 'kind' | 'key'>[]
}

/** As it is stored; null where nothing was pulled yet. */
export async function loadBase(reader: Reader, connectionId: string): Promise<Base | null> {
  const rows = await readBase(reader, connectionId)
  if (rows.length === 0) return null
  const builder = new SnapshotBuilder()
  const pairs = new Map<SyncKind, Map<string, string>>(SYNC_KINDS.map((kind) => [kind, new Map()]))
  for (const { kind: name, key, ourKey, id, parent, call, body } of rows) {
    const kind = name as SyncKind
    // Written by a later version.
    if (!pairs.has(kind)) continue
    builder.add({ kind, key, id, parent, call, body })
    pairs.get(kind)?.set(key, ourKey)
  }
  return { objects: builder.objects, pairs }
}

/** Which organization a side is; null: it cannot be read. */
export const organizationIdOf = (side: Pick<Snapshot, 'objects'>): string | null => organizationOf(side)?.id ?? null

/** Of a side that says which it is; null: it cannot be read. */
export function organizationOf({ objects }: Pick<Snapshot, 'objects'>): { id: string; name: string } | null {
  const [organization] = objects.get('organization')?.values() ?? []
  const id = organization && textAt(organization.body, 'id')
  return id ? { id, name: nameOf(organization) } : null
}

interface Decided {
  decision: Decision | undefined
  /** The list that it stands in was reordered on both sides. */
  isOrderOpen: boolean
  former: SyncObject | undefined
}

/** What is the base of an object of theirs from now on; null where both sides have agreed on nothing yet. */
export function baseBodyOf({ kind, body }: SyncObject, { decision, isOrderOpen, former }: Decided): Body | null {
  if (decision?.open === 'whole') return former?.body ?? null
  if (decision?.open && !former) return null
  let agreed = storedBody(kind, body)
  for (const { path } of decision?.open ?? []) agreed = withValue(agreed, path.split('.'), valueAt(former?.body, path))
  return isOrderOpen && former ? withValue(agreed, ['priority'], former.body['priority']) : agreed
}

const SECRET = new Set(['write-only'] as const)

/** A body without what is never to be answered, in case a remote answers it. */
export const storedBody = (kind: SyncKind, body: Body): Body => withoutFields(FIELD_RULES[kind], body, SECRET) as Body

const NOTHING: BaseChange = { added: [], replaced: [], dropped: [] }

/** Gathers what is to be written of a base: only what is other than before. */
export class BaseChanges {
  readonly #former: Base | null
  readonly #changes: BaseChange[] = []
  /** By kind and key: what is the base from now on, where it is other than before; null: there is none any more. */
  readonly #next = new Map<string, SyncObject | null>()

  constructor(former: Base | null) {
    this.#former = former
    for (const { kind, key } of former?.left ?? []) {
      this.#next.set(`${kind} ${key}`, null)
      this.#changes.push({ ...NOTHING, dropped: [{ kind, key }] })
    }
  }

  formerOf(kind: SyncKind, key: string): SyncObject | undefined {
    return this.#former?.objects.get(kind)?.get(key)
  }

  set({ kind, key, id, parent, call }: SyncObject, ourKey: string, body: Body): void {
    const former = this.formerOf(kind, key)
    this.#next.set(`${kind} ${key}`, { kind, key, id, parent, call, body })
    const isSame =
      this.#former?.pairs.get(kind)?.get(key) === ourKey && JSON.stringify(former?.body) === JSON.stringify(body)
    if (isSame) return
    const row = { kind, key, ourKey, id, parent, call, body }
    this.#changes.push(former ? { ...NOTHING, replaced: [row] } : { ...NOTHING, added: [row] })
  }

  drop(kind: SyncKind, key: string): void {
    this.#next.set(`${kind} ${key}`, null)
    if (this.formerOf(kind, key)) this.#changes.push({ ...NOTHING, dropped: [{ kind, key }] })
  }

  /** The base of an object from now on. */
  nextOf(kind: SyncKind, key: string): SyncObject | null {
    const next = this.#next.get(`${kind} ${key}`)
    return next === undefined ? (this.formerOf(kind, key) ?? null) : next
  }

  /** In parts that one transaction takes. */
  *parts(size: number): Generator<BaseChange> {
    for (let at = 0; at < this.#changes.length; at += size) {
      const part = this.#changes.slice(at, at + size)
      yield {
        added: part.flatMap(({ added }) => added),
        replaced: part.flatMap(({ replaced }) => replaced),
        dropped: part.flatMap(({ dropped }) => dropped),
      }
    }
  }
}
