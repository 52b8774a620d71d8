import type { PeopleRead } from '#contract/gatehouse/people-read.ts'
import { valueAt, textAt, withValue, type Body } from '#contract/sync/definition.ts'
import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import type { SyncObject } from '#contract/sync/sync-object.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'

export type { SyncObject }

/** What a side could not say. */
export interface Unread {
  readonly kind: SyncKind
  /** The call that failed; null: none of the kind can be read. */
  readonly call: string | null
  /** Why, in a sentence. */
  readonly reason: string
}

/** The organization that a side holds, as of one reading. */
export interface Snapshot {
  /** By kind and key, in the order in which they were read. */
  readonly objects: ReadonlyMap<SyncKind, ReadonlyMap<string, SyncObject>>
  readonly unread: readonly Unread[]
  /** What was made of its people; absent: all are as they are there. */
  readonly people?: PeopleRead
}

/** Collects the objects of a side. */
export class SnapshotBuilder implements Snapshot {
  readonly objects = new Map(SYNC_KINDS.map((kind) => [kind, new Map<string, SyncObject>()]))
  readonly unread: Unread[] = []

  /** @returns false for an object that was there already */
  add(object: SyncObject): boolean {
    const known = this.of(object.kind)
    if (known.has(object.key)) return false
    known.set(object.key, object)
    return true
  }

  of(kind: SyncKind): Map<string, SyncObject> {
    return this.objects.get(kind) as Map<string, SyncObject>
  }
}

/** How many objects a side has. */
export const sizeOf = ({ objects }: Pick<Snapshot, 'objects'>): number =>
  [...objects.values()].reduce((sum, { size }) => sum + size, 0)

interface Where {
  parent?: SyncObject | undefined
  /** The values of the call, such as `ACCESS_POLICY`. */
  call?: string
}

/** An object of a kind from what the interface answered. */
export function toSyncObject(kind: SyncKind, answer: Body, { parent, call = '' }: Where = {}): SyncObject {
  const { id: where, fromLinks, keeps } = SYNCED_KINDS[kind]
  const id = where === null ? '' : textAt(answer, typeof where === 'string' ? where : where.at)
  // What has no id, such as a limit by the name of applications, goes by its natural key.
  const own = id || (where === null ? call || kind : JSON.stringify(SYNCED_KINDS[kind].naturalKey?.(answer) ?? []))
  const key = parent ? `${parent.key}/${own}` : own
  const body = keeps ? partOf(answer, keeps) : fromLinks ? withLinks(answer, fromLinks) : answer
  return { kind, key, id, parent: parent?.key ?? null, call, body }
}

/** A body with some of its fields, by their paths. */
export function partOf(body: Body, paths: readonly string[]): Body {
  const values = paths.map((path) => [path, valueAt(body, path)] as const)
  return values.reduce<Body>(
    (kept, [path, value]) => (value === undefined ? kept : withValue(kept, path.split('.'), value)),
    {},
  )
}

/** The body with fields that only its links hold. */
function withLinks(body: Body, fields: Readonly<Record<string, string>>): Body {
  const found = Object.entries(fields).map(([field, rel]) => [field, idInLink(body, rel)] as const)
  return { ...body, ...Object.fromEntries(found.filter(([, id]) => id !== null)) }
}

/** The last part of the address of a link; null without one. */
export function idInLink(body: Body, rel: string): string | null {
  const href = valueAt(body, `_links.${rel}.href`)
  return typeof href === 'string' ? (/\/([^/?#]+)(?:[?#].*)?$/.exec(href)?.[1] ?? null) : null
}

/** What an administrator calls an object. */
export const nameOf = ({ kind, body, id }: SyncObject): string => SYNCED_KINDS[kind].name(body) || id

/** What an administrator calls an object of a side: of what is known by an id alone and relates others, the name of what it leads to. */
export function nameOn(object: SyncObject, { objects }: Pick<Snapshot, 'objects'>): string {
  const name = nameOf(object)
  const { id: where } = SYNCED_KINDS[object.kind]
  if (name !== object.id || where === null || typeof where === 'string') return name
  const related = where.relatesTo.map((kind) => objects.get(kind)?.get(name)).find((one) => one !== undefined)
  return related ? nameOf(related) : name
}
