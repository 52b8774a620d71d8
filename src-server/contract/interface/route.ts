import { z } from 'zod'
import type { MediaBody, MediaResponse, RequestType } from './content-types.ts'
import type { ErrorCode } from './error-codes.ts'
import type { ListLinks } from './list-links.ts'
import type { RateLimitClass } from './rate-limits.ts'
import type { Permission } from '../access/role-permissions.ts'
import type { Scope } from './scopes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** How the caller of a route authenticates: with an administrator's token, as an OAuth client, or not at all. */
export type Authentication = 'token' | 'client' | 'public'

/** A successful reply: a schema of its JSON, its content types where it is something else, or `null` for no body. */
export type ResponseDefinition = z.ZodType | MediaResponse | null
type ResponseDefinitions = Readonly<Record<number, ResponseDefinition>>

/**
 * One operation of the interface as a value. Validation in and out, types of handlers and client, the OpenAPI
 * document and the contract tests all read it; nothing about an operation is said elsewhere.
 */
export interface Route<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Responses extends ResponseDefinitions = ResponseDefinitions,
> {
  readonly method: Method
  /** With `{name}` placeholders, as in the documents. */
  readonly path: string
  readonly summary: string
  /** More than the summary says; Markdown. */
  readonly description?: string
  readonly tag: string
  readonly auth: Authentication
  /** The OAuth scope that the operation needs; null where `auth` is not `token`. */
  readonly scope: Scope | null
  /** What the caller's administrator roles have to permit, all of them; absent: what the scope is for. */
  readonly permissions?: readonly Permission[]
  /** Whether a role that is limited may call it although its path names nothing: the handler shows or takes only what is within the limits. */
  readonly isLimitedByHandler?: true
  /** How a validation of its body that failed names what was checked (spec/5 §0.2); absent: the place of the first cause. */
  readonly subject?: string
  /** Absent: by method and path, see `rate-limits.ts`. */
  readonly rateLimit?: RateLimitClass
  /** Requests that one address may send in a minute; absent: any number. For what is answered without a token. */
  readonly perMinute?: number
  /** The content type of a reply that is JSON; absent: `application/json`. */
  readonly produces?: 'application/jrd+json'
  readonly params: Params
  readonly query: Query
  /** Of a request that is JSON or a form; handlers read every other type as a stream or a file. */
  readonly body: Body
  readonly consumes: RequestType
  /** Of a request that is read as a stream: further types that it may have. */
  readonly alsoConsumes?: readonly RequestType[]
  /** The longest body of a request; absent: `LIMITS.bodyBytes`. */
  readonly maxBytes?: number
  readonly responses: Responses
  /** Codes of errors that are its own; what follows from the rest of the definition is in `route-errors.ts`. */
  readonly errors?: readonly ErrorCode[]
  /** Of a list: what its `Link` header tells; absent: the request as it was. */
  readonly links?: ListLinks
  readonly deprecated?: boolean
  /** Not in the OpenAPI document; with another method the path is as if unknown. Pages and their files, the receiver. */
  readonly hidden?: boolean
}

const empty = z.object({})
type Empty = typeof empty

type Access = { auth?: 'token'; scope: Scope } | { auth: 'client' | 'public'; scope?: null }
type Derived = 'auth' | 'scope' | 'params' | 'query' | 'body' | 'consumes' | 'responses'

/** Declares a route; absent `params` and `query` are empty objects, an absent body stays undefined. */
export function defineRoute<
  const Responses extends ResponseDefinitions,
  Params extends z.ZodObject = Empty,
  Query extends z.ZodObject = Empty,
  Body extends z.ZodType | undefined = undefined,
>(
  route: Omit<Route, Derived> &
    Access & {
      params?: Params
      query?: Query
      body?: Body
      consumes?: RequestType
      responses: Responses
    },
): Route<Params, Query, Body, Responses> {
  return {
    ...route,
    auth: route.auth ?? 'token',
    scope: route.scope ?? null,
    params: (route.params ?? empty) as Params,
    query: (route.query ?? empty) as Query,
    body: route.body as Body,
    consumes: route.consumes ?? 'application/json',
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

/** The statuses of successful replies. */
export type StatusOf<R extends Route> = keyof R['responses'] & number

/** The body of a successful reply; `undefined` where it is empty, unknown where it is no JSON from a schema. */
export type ReplyBody<R extends Route> = { [Status in StatusOf<R>]: BodyOf<R['responses'][Status]> }[StatusOf<R>]

type BodyOf<Declared> = Declared extends { json: infer Schema }
  ? SchemaOutput<Schema>
  : Declared extends MediaResponse
    ? unknown
    : SchemaOutput<Declared>

/** What a handler may return with a status: the body before the outgoing guard has stripped it. */
export type HandlerBody<R extends Route, Status extends StatusOf<R>> = R['responses'][Status] extends {
  json: infer Schema
}
  ? SchemaInput<Schema> | MediaBody
  : R['responses'][Status] extends MediaResponse
    ? MediaBody
    : SchemaInput<R['responses'][Status]>
