import { parse as parseForm } from 'node:querystring'
import type { Context, Middleware } from 'koa'
import { ApiError, bodyTooLong, causeAt, unreadableBody } from '#contract/interface/api-error.ts'
import { essenceOf, REQUEST_TYPES } from '#contract/interface/content-types.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { Route } from '#contract/interface/route.ts'
import type { RequestState } from '../context.ts'
import { isDecodable } from '../request-path.ts'
import { parseJson, readText } from './body-text.ts'
import { readFormFile } from './form-file.ts'

const JSON_TYPES = ['application/json', 'application/*+json']
const FORM_TYPES = ['application/x-www-form-urlencoded']
/** Fields of a form that are read; those after them are as if they had not come. */
const MOST_FIELDS = 5_000

/**
 * Reads the body as the route says, up to its limit: JSON and forms are parsed, the file of a form is read, a stream is left to the handler. Other
 * types, malformed text and bodies that are too long are refused.
 */
export const readBody: Middleware = (ctx, next) => {
  const { route } = (ctx.state as RequestState).operation
  const reading = READERS[REQUEST_TYPES[route.consumes]](ctx, route)
  return reading ? reading.then(next) : next()
}

type Reading = (typeof REQUEST_TYPES)[keyof typeof REQUEST_TYPES]

const READERS: Readonly<Record<Reading, (ctx: Context, route: Route) => Promise<void> | undefined>> = {
  json: (ctx, route) => (hasBody(ctx) ? readJson(ctx, route) : undefined),
  form: (ctx, route) => (hasBody(ctx) ? readForm(ctx, route) : undefined),
  file: readFile,
  stream: (ctx, route) => {
    if (route.consumes !== '*') requireUpload(ctx, route)
    return undefined
  },
}

/** What is not read here has to be of the route's own type, unpacked, and not too long. */
function requireUpload(ctx: Context, route: Route): void {
  const [given, encoding] = [ctx.get('Content-Type'), ctx.get('Content-Encoding')]
  const types = [route.consumes, ...(route.alsoConsumes ?? [])]
  const essence = essenceOf(given)
  if (!types.some((type) => type === essence)) throw wrongType('Content-Type', given, types.join(' or '))
  // A few bytes can unpack to more than a disk holds.
  if (encoding && encoding !== 'identity') throw wrongType('Content-Encoding', encoding, 'identity')
  const limit = limitOf(route)
  if (Number(ctx.get('Content-Length')) > limit) throw bodyTooLong(limit)
}

async function readFile(ctx: Context, route: Route): Promise<void> {
  requireUpload(ctx, route)
  ;(ctx.state as RequestState).file = await readFormFile(ctx)
}

async function readJson(ctx: Context, route: Route): Promise<void> {
  if (!ctx.is(JSON_TYPES)) throw wrongType('Content-Type', ctx.get('Content-Type'), 'application/json')
  ctx.request.body = parseJson(await readText(ctx, limitOf(route)))
}

async function readForm(ctx: Context, route: Route): Promise<void> {
  if (!ctx.is(FORM_TYPES)) throw wrongType('Content-Type', ctx.get('Content-Type'), route.consumes)
  const text = await readText(ctx, limitOf(route))
  if (!isDecodable(text)) throw unreadableBody('is not UTF-8 text')
  ctx.request.body = parseForm(text, '&', '=', { maxKeys: MOST_FIELDS })
}

const limitOf = ({ maxBytes }: Route) => maxBytes ?? LIMITS.bodyBytes

function hasBody(ctx: Context): boolean {
  const length = ctx.get('Content-Length')
  return ctx.get('Transfer-Encoding') !== '' || (length !== '' && length !== '0')
}

function wrongType(header: string, given: string, expected: string): ApiError {
  return new ApiError('E0000021', {
    status: 415,
    causes: [causeAt(header, `${given || 'nothing'} is not ${expected}`, 'header')],
  })
}
