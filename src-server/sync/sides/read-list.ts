import type { Route } from '#contract/interface/route.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { ListOperation } from '#contract/routes/lists.ts'
import { ROUTES, type OperationId } from '#contract/routes/index.ts'
import { textAt, type Body, type Source } from '#contract/sync/definition.ts'
import type { Caller } from '#operations/service/caller.ts'
import { idInLink, type SyncObject } from '../snapshot.ts'
import { SyncError } from '../sync-error.ts'

export type Call = NonNullable<Source['calls']>[number]

interface Asking {
  caller: Caller
  signal?: AbortSignal | undefined
}

/** A list, as an administrator knows it. */
const titleOf = (operation: OperationId) => `The list of the request “${ROUTES[operation].summary}”`

/** The ids of those that have any; its pages are linked in the body. */
export async function readHolders(operation: OperationId, { caller, signal }: Asking): Promise<Set<string>> {
  const ids = new Set<string>()
  const seen = new Set<string>()
  for (let after: string | undefined; ;) {
    const { value, _links } = (await caller.call(operation, asInput({ query: { after } }, signal))) as {
      value: readonly Body[]
      _links: Body
    }
    for (const one of value) ids.add(textAt(one, 'id'))
    const next = textAt({ _links }, '_links.next.href')
    const cursor = next ? new URL(next, 'http://localhost').searchParams.get('after') : null
    if (cursor === null) return ids
    if (isEndless(cursor, seen) || ids.size > LIMITS.syncObjects)
      throw new SyncError(`${titleOf(operation)} does not end.`)
    after = cursor
  }
}

type Parts = Record<'params' | 'query', Record<string, string | undefined>>

// WHY the cast: the operations of the table are called by their names, which TypeScript cannot follow across the union of routes.
export const asInput = (parts: Partial<Parts>, signal: AbortSignal | undefined) => ({ ...parts, signal }) as never

/** What one call of a source answers: the items of its list, or its one object. */
export async function readAnswers(
  source: Source,
  { params = {}, query = {} }: Call,
  parent: SyncObject | undefined,
  { caller, signal }: Asking,
): Promise<Body[]> {
  const parts = { params: { ...params, ...paramsOf(source, parent) }, query }
  if (!source.list) return [(await caller.call(source.operation, asInput(parts, signal))) as Body]
  const read = () => readList(caller, source.operation as ListOperation, parts, signal)
  const { items } = source.ordered ? await untilTheSame(source.operation, read) : await read()
  return source.where ? items.filter(source.where) : items
}

/** The parameters that name the parent. */
export function paramsOf({ within }: Source, parent: SyncObject | undefined): Record<string, string> {
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

/** Whether a list goes on to a page that was read before, or to more than there may be. @param seen its cursors so far; gets this one */
function isEndless(cursor: string, seen: Set<string>): boolean {
  if (seen.has(cursor) || seen.size >= LIMITS.remotePages) return true
  seen.add(cursor)
  return false
}

/** The pages of a list one after the other, as large as they can be. @throws SyncError for a list that does not end */
export async function* pagesOf(
  caller: Caller,
  operation: ListOperation,
  { params, query }: Parts,
  signal: AbortSignal | undefined,
): AsyncGenerator<Body[]> {
  const seen = new Set<string>()
  const sized = 'limit' in (ROUTES[operation] as Route).query.shape ? { limit: String(LIMITS.syncPage) } : {}
  let after: string | null = null
  for (let items = 0; ;) {
    const paged = after ? { ...query, ...sized, after } : { ...query, ...sized }
    const page: { items: unknown[]; next: string | null } = await caller.page(
      operation,
      asInput({ params, query: paged }, signal),
    )
    yield page.items as Body[]
    if (!page.next) return
    items += page.items.length
    if (isEndless(page.next, seen)) throw new SyncError(`${titleOf(operation)} has the same page again and again.`)
    if (items > LIMITS.syncObjects) throw new SyncError(`${titleOf(operation)} does not end.`)
    after = page.next
  }
}

/** All pages of a list. @throws SyncError as {@link pagesOf} */
export async function readList(...list: Parameters<typeof pagesOf>): Promise<ReadList> {
  const read: ReadList = { items: [], pages: 0 }
  for await (const page of pagesOf(...list)) {
    for (const item of page) read.items.push(item)
    read.pages++
  }
  return read
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
    if (readings === MOST_READINGS) throw new SyncError(`${titleOf(operation)} changes faster than it can be read.`)
    const again = await read()
    if (shape(again) === shape(list)) return again
    list = again
  }
  return list
}
