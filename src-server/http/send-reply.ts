import { Readable } from 'node:stream'
import type { Context } from 'koa'
import { essenceOf, isMedia, type MediaBody, type MediaResponse } from '#contract/interface/content-types.ts'
import type { Route } from '#contract/interface/route.ts'
import type { VocabularyEdge } from '#vocabulary/edge.ts'
import type { RequestState } from './context.ts'
import { ContractError, guardOut } from './middleware/guard.ts'
import { setPageLinks } from './page-links.ts'
import { StoredItems, type Reply } from './reply.ts'

interface SendOptions {
  /** Base address of links, without a slash at the end. */
  base: string
  strict: boolean
}

/**
 * Sends what the outgoing guard lets through.
 * @throws ContractError when the route does not declare the reply
 */
export function sendReply(ctx: Context, route: Route, reply: Reply<Route>, { base, strict }: SendOptions): void {
  const status = statusOf(route, reply)
  const definition = route.responses[status]
  if (isMedia(definition) && (!definition.json || isMediaBody(reply.body)))
    setMedia(ctx, route, definition, reply.body as MediaBody)
  else setJson(ctx, encode(ctx, route, status, reply, strict), route.produces)
  if (reply.next !== undefined) setPageLinks(ctx, base, reply.next, route.links)
  if (reply.headers) ctx.set({ ...reply.headers })
  // WHY after the body: Koa turns an empty body into 204 by itself, which some operations are not.
  ctx.status = status
}

/** The reply's own status; without one, that of the only declared reply. */
function statusOf(route: Route, { status }: Pick<Reply<Route>, 'status'>): number {
  if (status !== undefined) return status
  const declared = Object.keys(route.responses)
  if (declared.length !== 1)
    throw new ContractError(`${route.method} ${route.path} replied without saying which status of ${declared.join()}`)
  return Number(declared[0])
}

function setJson(ctx: Context, text: string | null, type: string | undefined): void {
  if (text) ctx.type = type ?? 'json'
  ctx.body = text
}

function setMedia(ctx: Context, route: Route, { media }: MediaResponse, { type, data, length }: MediaBody): void {
  const essence = essenceOf(type)
  if (!media.some((declared) => declared === essence))
    throw new ContractError(`${route.method} ${route.path} does not declare ${essence}`)
  ctx.set('Content-Type', type)
  if (typeof data !== 'function') ctx.body = data instanceof Uint8Array ? Buffer.from(data) : data
  else if (ctx.method !== 'HEAD') ctx.body = toStream(data())
  // WHY at the end: Koa removes the length when it is given a stream.
  if (length !== undefined) ctx.length = length
}

/** Of a reply that may be JSON as well. */
const isMediaBody = (body: unknown) => typeof body === 'object' && body !== null && 'type' in body && 'data' in body

const toStream = (chunks: AsyncIterable<Uint8Array>) => (chunks instanceof Readable ? chunks : Readable.from(chunks))

/** Texts of replies that never change, by the words they are in: guarding and writing JSON costs more than the rest of a read. */
const cached = new WeakMap<VocabularyEdge | typeof OWN_WORDS, WeakMap<object, string>>()
/** Stands for our own words. */
const OWN_WORDS = Object.freeze({})

function cacheOf(words: VocabularyEdge | typeof OWN_WORDS): WeakMap<object, string> {
  const texts = cached.get(words) ?? new WeakMap<object, string>()
  cached.set(words, texts)
  return texts
}

function encode(ctx: Context, route: Route, status: number, reply: Reply<Route>, strict: boolean): string | null {
  const { vocabulary } = ctx.state as RequestState
  const { immutable } = reply
  const body: unknown = reply.body
  if (body instanceof StoredItems) return encodeStored(body, { vocabulary, route, status, strict })
  const texts = immutable ? cacheOf(vocabulary ?? OWN_WORDS) : undefined
  const known = texts?.get(body as object)
  if (known) return known
  const guarded = guardOut(route, status, body, strict)
  if (guarded === undefined) return null
  const text = JSON.stringify(vocabulary ? vocabulary.write(route, status, guarded) : guarded)
  texts?.set(body as object, text)
  return text
}

interface EncodeOptions {
  readonly vocabulary: VocabularyEdge | undefined
  readonly route: Route
  readonly status: number
  readonly strict: boolean
}

/** What is stored as text goes out as it is, unless it is checked or has other words. */
function encodeStored({ texts }: StoredItems, { vocabulary, route, status, strict }: EncodeOptions): string {
  const text = `[${texts.join(',')}]`
  if (!vocabulary && !strict) return text
  const guarded = guardOut(route, status, JSON.parse(text), strict)
  return vocabulary ? JSON.stringify(vocabulary.write(route, status, guarded)) : text
}
