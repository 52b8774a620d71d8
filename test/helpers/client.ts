import { request } from 'node:http'
import { expect } from 'vitest'
import { errorBodySchema, type ErrorBody } from '#contract/interface/error-body.ts'
import { STRICT_HANDLING } from '#contract/interface/lenience.ts'
import { ERROR_CATALOGUE } from '#contract/interface/error-codes.ts'
import { buildPath, buildQuery } from '#contract/interface/request-path.ts'
import type { ClientInput, ReplyBody } from '#contract/interface/route.ts'
import { ROUTES, type OperationId, type Routes } from '#contract/routes/index.ts'
import type { Route } from '#contract/interface/route.ts'

export interface Reply<Body> {
  status: number
  headers: Headers
  body: Body
}

/** A refusal, taken apart: its code, and where its causes point. */
export interface Refusal extends Reply<ErrorBody> {
  code: string
  locations: (string | undefined)[]
}

/** Input of a call that is meant to be refused: anything goes. */
export interface LooseInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
  /** Null sends no Authorization header. */
  token?: string | null
}

type TypedInput<R extends Route> = ClientInput<R> & { headers?: Record<string, string> }

export interface Client {
  /** Calls an operation that is meant to succeed; its refusal fails the test with what the service said. */
  call<Id extends OperationId>(id: Id, input?: TypedInput<Routes[Id]>): Promise<Reply<ReplyBody<Routes[Id]>>>
  /** Calls an operation that is meant to be refused; success, or a body of another shape, fails the test. */
  refused(id: OperationId, input?: LooseInput): Promise<Refusal>
  /** A request of any shape, with the token unless the headers say otherwise. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** The reply to an address that a `Link` header gave. */
  follow<T>(url: string): Promise<Reply<T>>
}

/** Headers of a request from a client that knows only the interface: bodies are read leniently, and causes say no place. */
export const LENIENT = { Prefer: 'handling=lenient' }

/** A client that asks for strict handling, as our own programs do, unless a call says {@link LENIENT}. */
export function makeClient({ url, token }: { url: string; token: string }): Client {
  async function send(id: OperationId, input: LooseInput): Promise<Reply<unknown>> {
    const route = ROUTES[id] as unknown as Route
    const bearer = input.token === undefined ? token : input.token
    const response = await fetch(`${url}${buildPath(route.path, input.params)}${buildQuery(input.query)}`, {
      method: route.method,
      headers: {
        Prefer: STRICT_HANDLING,
        ...(bearer === null ? {} : { Authorization: `SSWS ${bearer}` }),
        ...(input.body === undefined || input.body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
        ...input.headers,
      },
      ...(input.body === undefined
        ? {}
        : { body: input.body instanceof FormData ? input.body : JSON.stringify(input.body) }),
    })
    return toReply(response)
  }

  return {
    async call(id, input = {}) {
      const reply = await send(id, input as LooseInput)
      const declared = Object.keys(ROUTES[id].responses)
      if (!declared.includes(String(reply.status)))
        throw new Error(`${id} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
      return reply as never
    },

    async refused(id, input = {}) {
      const reply = await send(id, input)
      return toRefusal(reply)
    },

    fetch: (path, init = {}) =>
      fetch(`${url}${path}`, {
        ...init,
        headers: { Prefer: STRICT_HANDLING, Authorization: `SSWS ${token}`, ...init.headers },
      }),

    async follow(address) {
      const response = await fetch(address, { headers: { Authorization: `SSWS ${token}` } })
      if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`)
      return (await toReply(response)) as never
    },
  }
}

async function toReply(response: Response): Promise<Reply<unknown>> {
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

/** Checks that a reply is a refusal in exactly the documented form. */
export function toRefusal(reply: Reply<unknown>): Refusal {
  expect(reply.status, JSON.stringify(reply.body)).toBeGreaterThanOrEqual(400)
  const body = errorBodySchema.strict().parse(reply.body)
  expect(Object.keys(body)).toEqual(['errorCode', 'errorSummary', 'errorLink', 'errorId', 'errorCauses'])
  expect(body.errorLink).toBe(body.errorCode)
  expect(ERROR_CATALOGUE).toHaveProperty(body.errorCode)
  expect(body.errorId).toBe(reply.headers.get('X-Svc-Request-Id'))
  expect(reply.headers.get('Content-Type')).toMatch(/^application\/json/)
  return {
    ...reply,
    body,
    code: body.errorCode,
    locations: body.errorCauses.map((cause) => cause.location),
  }
}

/** The refusal that a plain response carries. */
export async function refusalOf(response: Response): Promise<Refusal> {
  return toRefusal(await toReply(response))
}

/** The addresses of a `Link` header by relation. */
export function linksOf(headers: Headers): Record<string, string> {
  const links = (headers.get('Link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)
  return Object.fromEntries([...links].map(([, url, relation]) => [relation as string, url as string]))
}

export interface RawReply {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** A request as a hostile client sends it: any Host, any target, any header, nothing added but what is asked for. */
export function rawRequest(
  port: number,
  options: { method?: string; path: string; headers?: Record<string, string>; body?: string | Buffer },
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', path, headers = {}, body } = options
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
