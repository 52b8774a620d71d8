import { z } from 'zod'
import { isMedia, REQUEST_TYPES } from '#contract/interface/content-types.ts'
import { parseLinks } from '#contract/interface/link-header.ts'
import { rateLimitClassOf } from '#contract/interface/rate-limits.ts'
import { buildPath, buildQuery } from '#contract/interface/request-path.ts'
import type { Route } from '#contract/interface/route.ts'
import { isObject, unwrapped } from '#contract/interface/schema-tree.ts'
import { ROUTES, type OperationId } from '#contract/routes/index.ts'
import type { VocabularyEdge } from '#vocabulary/edge.ts'
import type { Lane } from './rate-limiter.ts'
import type { Failure } from './remote-error.ts'

/** A call as it goes over the wire, in the words of the remote. */
export interface RemoteCall {
  operation: OperationId
  route: Route
  method: string
  /** With its query. */
  path: string
  contentType: string
  body: string | null
  lane: Lane
}

interface Input {
  params?: unknown
  query?: unknown
  body?: unknown
}

/** What a call sends. @throws Error for an operation that takes or gives no JSON, which is a mistake of ours */
export function remoteCall(operation: OperationId, input: Input, edge: VocabularyEdge | null): RemoteCall {
  const route = ROUTES[operation] as unknown as Route
  if (REQUEST_TYPES[route.consumes] !== 'json') throw new Error(`${operation} takes no JSON`)
  const parts = { params: input.params ?? {}, query: input.query ?? {}, body: input.body }
  const theirs = edge ? edge.writeRequest(route, parts) : { path: route.path, ...parts }
  const path =
    buildPath(theirs.path, theirs.params as Record<string, unknown>) +
    buildQuery(theirs.query as Record<string, unknown>)
  const body = theirs.body === undefined ? null : JSON.stringify(theirs.body)
  return { operation, route, method: route.method, path, contentType: 'application/json', body, lane: laneOf(route) }
}

/** Operations that count together: the classes of the interface; of what is in none of its own, those of one collection. */
function laneOf(route: Route): Lane {
  const group = rateLimitClassOf(route)
  return { group, name: group === 'other' ? route.path.split('/').slice(1, 4).join('/') : group }
}

/** The schema of an answer's body; null where it has none, or is no JSON. */
function schemaOf({ responses }: Route, status: number): z.ZodType | null {
  const declared = Object.keys(responses).find((known) => known.startsWith('2'))
  const definition = responses[status] ?? responses[Number(declared)]
  return (isMedia(definition) ? definition.json : definition) ?? null
}

/** Whether a body has the outer shape of what the route declares: a list, an object, nothing. */
export function hasShape(route: Route, status: number, value: unknown): boolean {
  let schema = schemaOf(route, status)
  for (let inner = schema && unwrapped(schema); inner; inner = unwrapped(inner)) schema = inner
  if (schema === null) return true
  return schema instanceof z.ZodArray ? Array.isArray(value) : isObject(value)
}

/** Lists that never end: their last page leads to itself, until there is more. */
const POLLS: ReadonlySet<OperationId> = new Set(['listLogEvents'])

/**
 * The cursor of the page that follows; null on the last one. A link is taken only for its cursor, and only where it leads to the same list.
 * @returns a failure for a link elsewhere, or to the same page of a list that ends
 */
export function nextCursor(
  link: string | null,
  { path, operation }: Pick<RemoteCall, 'path' | 'operation'>,
  origin: string,
): string | null | Failure {
  const { next } = parseLinks(link)
  if (next === undefined) return null
  const asked = new URL(path, origin)
  const address = URL.canParse(next, origin) ? new URL(next, origin) : null
  if (address?.origin !== origin || address.pathname !== asked.pathname)
    return { problem: 'ELSEWHERE', why: 'answered with a link to a next page at another address' }
  const after = address.searchParams.get('after')
  if (!after || (after === asked.searchParams.get('after') && !POLLS.has(operation)))
    return { problem: 'ENDLESS', why: 'answered with a link to a next page that leads to the same page' }
  return after
}
