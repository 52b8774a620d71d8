import pMap from 'p-map'
import { ApiError } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { Route } from '#contract/interface/route.ts'
import { ROUTES, type OperationId } from '#contract/routes/index.ts'
import { textAt, type Body, type Source } from '#contract/sync/definition.ts'
import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { ListOperation } from '#contract/routes/lists.ts'
import type { Caller } from '#operations/service/caller.ts'
import { RemoteError } from '../remote/remote-error.ts'
import { SyncError } from '../sync-error.ts'
import { idInLink, SnapshotBuilder, toSyncObject, type Snapshot, type SyncObject } from '../snapshot.ts'

/** How far a reading is, after each kind. */
interface ReadProgress {
  kind: SyncKind
  /** How many there are of the kind. */
  objects: number
}

/** What a side is called where it cannot say something. */
type Side = 'this workspace' | 'the remote'

interface ReadOptions {
  /** Absent: this workspace. */
  side?: Side
  signal?: AbortSignal | undefined
  onProgress?: ((progress: ReadProgress) => void) | undefined
}

/** Refusals that say that the side has no such thing, or that its caller may not read it: the rest is read without it. */
const UNREADABLE: Readonly<Record<string, (side: Side) => string>> = {
  E0000006: (side) => `the roles of its caller do not permit it at ${side}`,
  E0000005: (side) => `its caller may not read it at ${side}`,
  E0000038: (side) => `its caller may not read it at ${side}`,
  E0000015: (side) => `the organization of ${side} does not have it`,
  E0000002: (side) => `the engine of ${side} does not have it`,
}
const NOT_FOUND = 'E0000007'

/**
 * Reads what a side holds, kind by kind, by the operations that its kinds name.
 * @throws ApiError or RemoteError, where a side cannot be read at all; SyncError for a list that does not end or stay
 */
export async function readSide(caller: Caller, options: ReadOptions = {}): Promise<Snapshot> {
  const { onProgress, signal, side } = options
  const snapshot = new SnapshotBuilder()
  for (const kind of SYNC_KINDS) {
    signal?.throwIfAborted()
    await readKind(kind, { caller, snapshot, signal, side })
    onProgress?.({ kind, objects: snapshot.of(kind).size })
  }
  return snapshot
}

interface Reading {
  caller: Caller
  snapshot: SnapshotBuilder
  signal?: AbortSignal | undefined
  side?: Side | undefined
}

/** How many lists of one kind are read at a time; a limiter may let fewer through. */
const LISTS_AT_ONCE = 4

/** Reads the objects of a kind, in place of those that were read before; those that they belong to are read already. */
export async function readKind(kind: SyncKind, reading: Reading): Promise<void> {
  const { source } = SYNCED_KINDS[kind]
  reading.snapshot.of(kind).clear()
  const parents = await parentsOf(source, reading)
  const calls = (source.calls ?? [{}]).flatMap((call) => parents.map((parent) => ({ call, parent })))
  const read = ({ call, parent }: (typeof calls)[number]) => readCall(kind, call, parent, reading)
  const found = await pMap(calls, read, { concurrency: LISTS_AT_ONCE, signal: reading.signal })
  for (const object of found.flat()) reading.snapshot.add(object)
}

/** The objects that one call answers; none where it cannot be asked, which is noted. */
async function readCall(
  kind: SyncKind,
  call: Call,
  parent: SyncObject | undefined,
  reading: Reading,
): Promise<SyncObject[]> {
  const { source } = SYNCED_KINDS[kind]
  const label = source.list && parent ? '' : labelOf(call)
  try {
    const answers = await readAnswers(source, call, parent, reading)
    return answers.map((answer) => toSyncObject(kind, answer, { parent, call: label }))
  } catch (error) {
    const code = codeOf(error)
    // What it was within is gone meanwhile, and so is this.
    if (parent && code === NOT_FOUND) return []
    const reason = code && UNREADABLE[code]?.(reading.side ?? 'this workspace')
    if (!reason) throw error
    noteUnread(reading.snapshot, { kind, call: source.calls ? label : null, reason })
    return []
  }
}

/** What the interface refused by; null for any other failure. */
function codeOf(error: unknown): string | null {
  if (error instanceof ApiError) return error.code
  return error instanceof RemoteError ? error.errorCode : null
}

type Call = NonNullable<Source['calls']>[number]

/** What tells the calls of a source apart. */
const labelOf = ({ params, query }: Call) => Object.values({ ...params, ...query }).join(' ')

function noteUnread({ unread }: SnapshotBuilder, one: Snapshot['unread'][number]): void {
  if (!unread.some(({ kind, call }) => kind === one.kind && call === one.call)) unread.push(one)
}

/** Within what a kind is read; one without a parent is read once. */
async function parentsOf(
  { within }: Source,
  { caller, snapshot, signal }: Reading,
): Promise<(SyncObject | undefined)[]> {
  if (!within) return [undefined]
  const all = [...snapshot.of(within.kind).values()].filter(({ body }) => within.where?.(body) ?? true)
  if (!within.only) return all
  const holders = await readHolders(caller, within.only, signal)
  return all.filter(({ id }) => holders.has(id))
}

/** The ids of those that have any; its pages are linked in the body. */
async function readHolders(
  caller: Caller,
  operation: OperationId,
  signal: AbortSignal | undefined,
): Promise<Set<string>> {
  const ids = new Set<string>()
  for (let after: string | undefined; ;) {
    const { value, _links } = (await caller.call(operation, asInput({ query: { after } }, signal))) as {
      value: readonly Body[]
      _links: Body
    }
    for (const one of value) ids.add(textAt(one, 'id'))
    const next = textAt({ _links }, '_links.next.href')
    const cursor = next ? new URL(next, 'http://localhost').searchParams.get('after') : null
    if (cursor === null) return ids
    if (cursor === after || ids.size > LIMITS.syncObjects) throw new SyncError(`The list of ${operation} does not end.`)
    after = cursor
  }
}

type Parts = Record<'params' | 'query', Record<string, string | undefined>>

// WHY the cast: the operations of the table are called by their names, which TypeScript cannot follow across the union of routes.
const asInput = (parts: Partial<Parts>, signal: AbortSignal | undefined) => ({ ...parts, signal }) as never

async function readAnswers(
  source: Source,
  { params = {}, query = {} }: Call,
  parent: SyncObject | undefined,
  { caller, signal }: Reading,
): Promise<Body[]> {
  const parts = { params: { ...params, ...paramsOf(source, parent) }, query }
  if (!source.list) return [(await caller.call(source.operation, asInput(parts, signal))) as Body]
  const read = () => readList(caller, source.operation as ListOperation, parts, signal)
  const { items } = source.ordered ? await untilTheSame(source.operation, read) : await read()
  return source.where ? items.filter(source.where) : items
}

function paramsOf({ within }: Source, parent: SyncObject | undefined): Record<string, string> {
  if (!within || !parent) return {}
  const { id, parent: above, body } = parent
  const value = (from: (typeof within.params)[string]) =>
    from === 'id' ? id : from === 'parent' ? (above?.split('/').at(-1) ?? '') : (idInLink(body, from.link) ?? '')
  return Object.fromEntries(Object.entries(within.params).map(([name, from]) => [name, value(from)]))
}

interface ReadList {
  items: Body[]
  pages: number
}

/** All pages of a list, in pages as large as they can be. */
async function readList(
  caller: Caller,
  operation: ListOperation,
  { params, query }: Parts,
  signal: AbortSignal | undefined,
): Promise<ReadList> {
  const items: Body[] = []
  const sized = 'limit' in (ROUTES[operation] as Route).query.shape ? { limit: String(LIMITS.syncPage) } : {}
  let after: string | null = null
  for (let pages = 1; ; pages++) {
    const paged = after ? { ...query, ...sized, after } : { ...query, ...sized }
    const page: { items: unknown[]; next: string | null } = await caller.page(
      operation,
      asInput({ params, query: paged }, signal),
    )
    for (const item of page.items) items.push(item as Body)
    if (!page.next) return { items, pages }
    if (page.next === after) throw new SyncError(`The list of ${operation} has the same page again and again.`)
    if (items.length > LIMITS.syncObjects) throw new SyncError(`The list of ${operation} does not end.`)
    after = page.next
  }
}

/** How often a list that has an order is read until two readings agree. */
const MOST_READINGS = 5

/**
 * Reads a list until two readings one after the other have the same objects in the same order; one page is one moment. WHY: while an object is
 * moved, pages shift, and objects are missing from one reading without a word.
 */
async function untilTheSame(operation: OperationId, read: () => Promise<ReadList>): Promise<ReadList> {
  const shape = ({ items }: ReadList) => items.map((item) => textAt(item, 'id')).join()
  let list = await read()
  for (let readings = 1; list.pages > 1; readings += 1) {
    if (readings === MOST_READINGS) throw new SyncError(`The list of ${operation} changes faster than it can be read.`)
    const again = await read()
    if (shape(again) === shape(list)) return again
    list = again
  }
  return list
}
