import { z } from 'zod'
import type { Scope } from './scopes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What a successful reply carries: a schema, or `null` for an empty body. */
export type ResponseSchemas = Readonly<Record<number, z.ZodType | null>>

/**
 * One operation of the interface as a value. Validation in and out, types of handlers and client, the OpenAPI
 * document and the contract tests all read it; nothing about an operation is said elsewhere.
 */
export interface Route<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Responses extends ResponseSchemas = ResponseSchemas,
> {
  readonly method: Method
  /** With `{name}` placeholders, as in the documents. */
  readonly path: string
  readonly summary: string
  /** More than the summary says; Markdown. */
  readonly description?: string
  readonly tag: string
  /** The OAuth scope that the operation needs, or `public`. */
  readonly scope: Scope | 'public'
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** The type of a file that the request carries in place of a JSON body; handlers read it as it comes in. */
  readonly upload?: 'application/x-ndjson'
  readonly responses: Responses
  readonly deprecated?: boolean
}

const empty = z.object({})
type Empty = typeof empty

/** Declares a route; absent `params` and `query` are empty objects, an absent body stays undefined. */
export function defineRoute<
  const Responses extends ResponseSchemas,
  Params extends z.ZodObject = Empty,
  Query extends z.ZodObject = Empty,
  Body extends z.ZodType | undefined = undefined,
>(
  route: Omit<Route, 'params' | 'query' | 'body' | 'responses'> & {
    params?: Params
    query?: Query
    body?: Body
    responses: Responses
  },
): Route<Params, Query, Body, Responses> {
  return {
    ...route,
    params: (route.params ?? empty) as Params,
    query: (route.query ?? empty) as Query,
    body: route.body as Body,
  }
}

type SchemaOutput<S> = S extends z.ZodType ? z.output<S> : undefined
type SchemaInput<S> = S extends z.ZodType ? z.input<S> : undefined

/** What a handler gets after the guard: parsed, defaults filled. */
export interface GuardedInput<R extends Route> {
  params: z.output<R['params']>
  query: z.output<R['query']>
  body: SchemaOutput<R['body']>
}

/** What a client passes: placeholders of the path, query and body as they go over the wire. */
export interface ClientInput<R extends Route> {
  params?: z.input<R['params']>
  query?: z.input<R['query']>
  body?: SchemaInput<R['body']>
}

/** The body of a successful reply; `undefined` where it is empty. */
export type ReplyBody<R extends Route> = {
  [Status in keyof R['responses']]: R['responses'][Status] extends z.ZodType
    ? z.output<R['responses'][Status]>
    : undefined
}[keyof R['responses']]

/** What a handler may return: the body before the outgoing guard has stripped it. */
export type HandlerBody<R extends Route> = {
  [Status in keyof R['responses']]: R['responses'][Status] extends z.ZodType
    ? z.input<R['responses'][Status]>
    : undefined
}[keyof R['responses']]

/** The names of a path's placeholders, in order. */
export function placeholders(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
}

/**
 * Fills a path's placeholders, percent-encoded.
 * @throws Error when a placeholder has no value: a programming mistake, not an input error.
 */
export function buildPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new Error(`path ${path} lacks a value for ${name}`)
    return encodeURIComponent(String(value))
  })
}

/** The query string of a request, with its `?`, or nothing; repeated keys for lists, absent values left out. */
export function buildQuery(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((item) => item !== undefined && item !== null)
      .map((item) => `${encodeURIComponent(key)}=${encodeURIComponent(String(item))}`),
  )
  return pairs.length ? `?${pairs.join('&')}` : ''
}
