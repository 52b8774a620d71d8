import type { Middleware } from 'koa'
import { parse as parseQuery } from 'node:querystring'
import { z } from 'zod'
import { invalidAll } from '#contract/interface/api-error.ts'
import type { ErrorCause } from '#contract/interface/error-body.ts'
import { NOT_KNOWN, pathText, toCause, toCauses } from '#contract/interface/schema-causes.ts'
import { isMedia } from '#contract/interface/content-types.ts'
import type { Route } from '#contract/interface/route.ts'
import { ROUTE_LIST } from '#contract/routes/index.ts'
import { isPublicInterface } from '#contract/interface/lenience.ts'
import type { RequestState } from '../context.ts'
import { tellIgnored } from './ignored-fields.ts'
import { reduceBody, type Ignored } from './lenient-body.ts'
import { MISMATCH, projectionOf } from './projection.ts'

/** The number of pairs is bounded before; Node's own bound would leave out what is beyond it without a word. */
const ALL_PAIRS = { maxKeys: 0 }

/** The body as the schema gets it: of the public interface read leniently. @returns what that left out, by paths */
function readBody(route: Route, given: unknown, strict: boolean): { value: unknown; ignored: Ignored } {
  // A missing body is an empty one, so that the causes name the fields that are needed.
  const value = given ?? {}
  if (!route.body || !isPublicInterface(route.path)) return { value, ignored: NOTHING_IGNORED }
  const { body, ignored } = reduceBody({ schema: route.body, replies: repliesOf(route), strict }, value)
  return { value: body, ignored }
}

const NOTHING_IGNORED: Ignored = { unknown: [], readOnly: [] }

const namesOf = ({ unknown, readOnly }: Ignored) => [...unknown, ...readOnly].map(pathText)

/** What clients may have read before they write: what the operation answers, and what reading the same path does. */
function repliesOf(route: Route): readonly z.ZodType[] {
  return [route.responses, readings.get(route.path) ?? {}].flatMap((responses) =>
    Object.values(responses).filter((definition) => definition instanceof z.ZodType),
  )
}

const readings: ReadonlyMap<string, Route['responses']> = new Map(
  ROUTE_LIST.flatMap(({ route }) => (route.method === 'GET' ? [[route.path, route.responses] as const] : [])),
)

/** The parts of a request as they came: placeholders, parsed query, parsed body. */
type GivenParts = Record<'params' | 'query' | 'body', unknown>

/**
 * Parses path, query and body by the route's schemas; all problems are told at once (spec/3 "Errors").
 * @param strict refuses keys of the body that are not known, in place of leaving them out
 * @returns the parsed parts with defaults filled, the names of what was left out of the body, and what is wrong
 */
function readRequest(route: Route, given: GivenParts, strict: boolean) {
  const { value: body, ignored } = readBody(route, given.body, strict)
  const parts = [
    { name: 'params', type: 'path', schema: route.params, value: given.params },
    { name: 'query', type: 'query', schema: route.query, value: given.query },
    { name: 'body', type: 'body', schema: route.body, value: body },
  ] as const
  const causes: ErrorCause[] = []
  const input: GivenParts = { params: undefined, query: undefined, body: undefined }
  for (const { name, type, schema, value } of parts) {
    const result = schema?.safeParse(value)
    if (result?.success) input[name] = result.data
    else if (result) causes.push(...toCauses(result.error, type))
  }
  if (strict) causes.push(...ignored.unknown.map((path) => toCause(path, NOT_KNOWN, 'body')))
  return { input, causes, ignored: namesOf(strict ? { ...ignored, unknown: [] } : ignored) }
}

/** The parsed parts of a request that comes inside another one. @throws E0000001 */
export function parseRequest(route: Route, given: GivenParts, strict: boolean): GivenParts {
  const { input, causes } = readRequest(route, given, strict)
  if (causes.length) throw invalidAll(causes)
  return input
}

/** Parses the request; afterwards `ctx.state.input` holds its parts. @throws E0000001 */
export const guardIn: Middleware = (ctx, next) => {
  const { operation, params, strictHandling } = ctx.state as RequestState
  const query = parseQuery(ctx.querystring, '&', '=', ALL_PAIRS)
  const { vocabulary } = ctx.state as RequestState
  const parts = { params, query, body: ctx.request.body }
  const given = vocabulary ? vocabulary.read(operation.route, parts) : parts
  const { input, causes, ignored } = readRequest(operation.route, given, strictHandling)
  tellIgnored(ctx, ignored)
  if (causes.length) throw invalidAll(causes)
  ctx.state['input'] = input
  return next()
}

/** A reply that the route does not declare: our mistake, loud in tests, a 500 elsewhere. */
export class ContractError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ContractError'
  }
}

/**
 * Reduces a reply to the shape of the route's schema, so that nothing undeclared leaves.
 * @param strict parses by the schema itself, and refuses a body that holds undeclared fields, instead of stripping them
 */
export function guardOut(route: Route, status: number, body: unknown, strict: boolean): unknown {
  if (!(status in route.responses)) throw new ContractError(`${route.method} ${route.path} does not declare ${status}`)
  const declared = route.responses[status] ?? null
  const schema = isMedia(declared) ? declared.json : declared
  if (schema === undefined) throw new ContractError(`${route.method} ${route.path} declares no JSON for ${status}`)
  if (!schema) {
    if (body !== undefined) throw new ContractError(`${route.method} ${route.path} declares no body for ${status}`)
    return undefined
  }
  const out = strict ? parseStrictly(route, schema, body) : projectionOf(schema)(body)
  if (out === MISMATCH) throw mismatch(route, schema.safeParse(body).error)
  return out
}

function parseStrictly(route: Route, schema: z.ZodType, body: unknown): unknown {
  const { error, data } = schema.safeParse(body)
  if (error) throw mismatch(route, error)
  requireSame(route, body, data)
  return data
}

function mismatch({ method, path }: Route, error: z.ZodError | undefined): ContractError {
  return new ContractError(`${method} ${path} replied ${error ? z.prettifyError(error) : 'in another shape'}`)
}

function requireSame(route: Route, body: unknown, parsed: unknown): void {
  const undeclared = difference(JSON.parse(JSON.stringify(body)), JSON.parse(JSON.stringify(parsed)), '')
  if (undeclared) throw new ContractError(`${route.method} ${route.path} replied with an undeclared ${undeclared}`)
}

/** Path of the first field that `body` has and `parsed` has not. */
function difference(body: unknown, parsed: unknown, path: string): string | null {
  if (body === null || typeof body !== 'object') return null
  for (const [key, value] of Object.entries(body)) {
    const here = path ? `${path}.${key}` : key
    const twin = (parsed as Record<string, unknown> | null)?.[key]
    if (twin === undefined) return here
    const inner = difference(value, twin, here)
    if (inner) return inner
  }
  return null
}
