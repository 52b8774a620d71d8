import type { Middleware } from 'koa'
import { parse as parseQuery } from 'node:querystring'
import { z } from 'zod'
import { invalidAll } from '#contract/interface/api-error.ts'
import type { ErrorCause } from '#contract/interface/error-body.ts'
import type { MediaResponse } from '#contract/interface/content-types.ts'
import type { ResponseDefinition, Route } from '#contract/interface/route.ts'
import { MISMATCH, projectionOf } from './projection.ts'

/** The number of pairs is bounded before; Node's own bound would leave out what is beyond it without a word. */
const ALL_PAIRS = { maxKeys: 0 }

/** Joins a path as administrators write it: `conditions.people.groups.include[2]`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part)),
    '',
  )
}

/**
 * Every issue as a cause; an unknown key counts where it stands, not at its parent. Of what has the wrong type nothing
 * else is told: the length of a text says nothing about a list.
 */
export function toCauses(error: z.ZodError, locationType: 'body' | 'query' | 'path'): ErrorCause[] {
  const mistyped = new Set(
    error.issues.flatMap((issue) => (issue.code === 'invalid_type' ? [pathText(issue.path)] : [])),
  )
  return error.issues.flatMap((issue) => {
    if (issue.code !== 'invalid_type' && mistyped.has(pathText(issue.path))) return []
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    return paths.map((path) => {
      const location = pathText(path) || locationType
      const message = issue.code === 'unrecognized_keys' ? 'is not known here' : issue.message
      return { errorSummary: `${location}: ${message}`, location, locationType }
    })
  })
}

/**
 * Parses path, query and body by the route's schemas; all problems are told at once (spec/3 "Errors"). Afterwards
 * `ctx.state.input` holds the parsed parts with defaults filled.
 * @throws E0000001
 */
export const guardIn: Middleware = (ctx, next) => {
  const { route } = ctx.state['operation'] as { route: Route }
  const parts = [
    { type: 'path', schema: route.params, value: ctx.state['params'] },
    { type: 'query', schema: route.query, value: parseQuery(ctx.querystring, '&', '=', ALL_PAIRS) },
    // A missing body is an empty one, so that the causes name the fields that are needed.
    { type: 'body', schema: route.body, value: ctx.request.body ?? {} },
  ] as const
  const causes: ErrorCause[] = []
  const parsed: Record<string, unknown> = {}
  for (const { type, schema, value } of parts) {
    const result = schema?.safeParse(value)
    if (result?.success) parsed[type] = result.data
    else if (result) causes.push(...toCauses(result.error, type))
  }
  if (causes.length) throw invalidAll(causes)
  ctx.state['input'] = { params: parsed['path'], query: parsed['query'], body: parsed['body'] }
  return next()
}

/** Whether a reply is declared to be something else than JSON from a schema. */
export function isMedia(definition: ResponseDefinition | undefined): definition is MediaResponse {
  return definition !== null && definition !== undefined && 'media' in definition
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
  const schema = route.responses[status] ?? null
  if (isMedia(schema)) throw new ContractError(`${route.method} ${route.path} declares no JSON for ${status}`)
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
