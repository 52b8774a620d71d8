import { CHANGE_REASON, encodeChangeReason } from '#contract/interface/change-reason.ts'
import { OWN_PREFERENCES } from '#contract/interface/lenience.ts'
import { REQUEST_TYPES, type RequestType } from '#contract/interface/content-types.ts'
import type { ClientRoute } from '#contract/interface/client-route.ts'
import { buildPath, buildQuery } from '#contract/interface/request-path.ts'
import type { ClientInput } from '#contract/interface/route.ts'
import type { OperationId, Routes } from '#contract/routes/index.ts'
import type { Item, ListOperation, Page, Reply } from '#contract/routes/lists.ts'
import { CLIENT_ROUTES } from 'virtual:client-routes'
import { errorFromReply, isAbort, networkError } from './api-error.ts'
import { nextCursor } from './link-header.ts'
import { PLACE } from './place.ts'
import { readToken, reportChanged, reportDenied, reportHeard, reportRefused } from './session.ts'

/** What calls have besides what their routes declare. */
interface CallOptions {
  /** To give up with. */
  signal?: AbortSignal
  /** The file of a route that takes one, as it is or in a form. */
  upload?: Blob
  /** Why something is changed; empty where nothing is said. */
  reason?: string | undefined
  /** Asks the workspace, also in a page of one of its drafts. */
  ofWorkspace?: boolean
}

/** What a call passes: the route's own params, query and body, and what any call may have. */
export type CallInput<Id extends OperationId> = ClientInput<Routes[Id]> & CallOptions

/** The parts of a request, without authorization. `body` is JSON text or null. */
export interface RequestParts {
  method: string
  /** Path and query, such as `/api/v1/groups?q=con`. */
  path: string
  body: string | null
}

/** Turns a call into the request that it makes; `curl.ts` shows the same. */
export function requestOf<Id extends OperationId>(id: Id, input: CallInput<Id>): RequestParts {
  const route = CLIENT_ROUTES[id]
  const path = buildPath(route.path, input.params) + buildQuery(input.query)
  return { method: route.method, path, body: input.body === undefined ? null : JSON.stringify(input.body) }
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  if (!text) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function uploadBody(consumes: RequestType, upload: Blob): Blob | FormData {
  if (REQUEST_TYPES[consumes] !== 'file') return upload
  const form = new FormData()
  form.append('file', upload)
  return form
}

async function send(
  parts: RequestParts,
  { consumes }: ClientRoute,
  { signal, upload, reason, ofWorkspace }: CallOptions,
  accept = 'application/json',
) {
  const token = readToken()
  const headers: Record<string, string> = { Accept: accept, Prefer: OWN_PREFERENCES }
  if (token) headers.Authorization = `SSWS ${token}`
  if (reason) headers[CHANGE_REASON] = encodeChangeReason(reason)
  const body = upload ? uploadBody(consumes, upload) : parts.body
  // WHY not for a form: its type names what separates its parts, which only the browser knows.
  if (body !== null && !(body instanceof FormData)) headers['Content-Type'] = consumes
  try {
    const init = { method: parts.method, headers, body, signal, cache: 'no-store' } as const
    const response = await fetch(ofWorkspace ? parts.path : PLACE + parts.path, init)
    reportHeard(true)
    if (parts.method !== 'GET' && response.ok) reportChanged()
    return response
  } catch (thrown) {
    if (isAbort(thrown)) throw thrown
    reportHeard(false)
    throw networkError()
  }
}

/** What the service answers, with status 403, to a call without any token. */
const NO_TOKEN = 'E0000005'
/** What it answers, with status 401, to calls that the organization's engine does not have: the token is as good as before. */
const NO_FEATURE = 'E0000015'
/** What it answers, with status 403, where the roles of the caller do not permit the call. */
const NOT_PERMITTED = 'E0000006'

async function exchange<Id extends OperationId>(id: Id, input: CallInput<Id>) {
  const response = await send(requestOf(id, input), CLIENT_ROUTES[id], input)
  const body = await readBody(response)
  if (response.ok) return { body: body as Reply<Id>, headers: response.headers }
  throw errorOf(response.status, body)
}

function errorOf(status: number, body: unknown) {
  const error = errorFromReply(status, body)
  if ((status === 401 && error.code !== NO_FEATURE) || error.code === NO_TOKEN) reportRefused()
  if (error.code === NOT_PERMITTED) reportDenied()
  return error
}

/**
 * Calls an operation of the route table and gives its body.
 * @throws ApiError with the service's words; a DOMException named AbortError when the signal was used.
 */
async function call<Id extends OperationId>(id: Id, input: CallInput<Id> = {}): Promise<Reply<Id>> {
  return (await exchange(id, input)).body
}

/** Calls an operation whose reply is a file, and gives it whole. @throws as `call`. */
async function download<Id extends OperationId>(id: Id, input: CallInput<Id> = {}): Promise<Blob> {
  const response = await send(requestOf(id, input), CLIENT_ROUTES[id], input, '*/*')
  if (response.ok) return response.blob()
  throw errorOf(response.status, await readBody(response))
}

/** Reads one page of a list. @throws as `call`. */
async function page<Id extends ListOperation>(id: Id, input: CallInput<Id> = {}): Promise<Page<Item<Id>>> {
  const { body, headers } = await exchange(id, input)
  return { items: body as Item<Id>[], next: nextCursor(headers.get('Link')) }
}

/** Reads every page of a list, at most `max` items. @throws as `call`. */
async function all<Id extends ListOperation>(id: Id, input: CallInput<Id> = {}, max = 10_000): Promise<Item<Id>[]> {
  const items: Item<Id>[] = []
  let after: string | null = null
  do {
    // WHY the cast: every list takes `after`, which TypeScript cannot see across the union of routes.
    const query = (after ? { ...input.query, after } : input.query) as CallInput<Id>['query']
    const next: Page<Item<Id>> = await page(id, { ...input, query })
    items.push(...next.items)
    after = next.next
  } while (after && items.length < max)
  return items
}

/** The typed client: the same origin, whatever it is (service, development proxy or `app://gatehouse`). */
export const api = { call, page, all, download }
