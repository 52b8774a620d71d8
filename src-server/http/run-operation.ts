import type { Context, Middleware } from 'koa'
import type { LogActor } from '../contract/log-event.ts'
import type { Act, Service } from '../operations/service.ts'
import { actorOf } from '../operations/tokens/token-actor.ts'
import { handlerOf } from './handlers.ts'
import { guardOut } from './middleware/guard.ts'
import { shownUrl } from './request-url.ts'
import { setPageLinks, StoredItems, type HandlerInput, type Reply } from './reply.ts'
import type { Route } from '../contract/route.ts'
import type { RequestState } from './context.ts'

interface OperationOptions {
  service: Service
  /** Whom the first token of this workspace acts for. */
  administrator: LogActor
  strict: boolean
}

/**
 * Who acts in a request. WHY a class: reads need neither address nor agent, and asking the socket is slow; but getters
 * in an object literal cost more than the whole rest of a read (measured).
 */
class RequestAct implements Act {
  readonly actor: LogActor
  readonly transactionType = 'WEB'
  readonly #ctx: Context
  readonly #state: RequestState

  constructor(ctx: Context, state: RequestState, actor: LogActor) {
    this.#ctx = ctx
    this.#state = state
    this.actor = actor
  }

  get tokenId(): string | null {
    return this.#state.token?.id ?? null
  }

  get transactionId(): string {
    return this.#state.requestId
  }

  /** IPv4 in its own form where the socket shows it inside IPv6. */
  get ip(): string {
    return this.#ctx.ip.replace(/^::ffff:/, '')
  }

  get userAgent(): string | null {
    return this.#ctx.get('User-Agent') || null
  }

  get requestUri(): string {
    return this.#ctx.path
  }

  get requestUrl(): string {
    const { path, querystring } = this.#ctx
    return querystring ? shownUrl(path, new URLSearchParams(querystring), this.#state.operation.route) : path
  }
}

/** The last link: calls the handler with the guarded input and sends what the outgoing guard lets through. */
export function runOperation({ service, administrator, strict }: OperationOptions): Middleware {
  return async (ctx) => {
    const state = ctx.state as RequestState & { input: Pick<HandlerInput<Route>, 'params' | 'query' | 'body'> }
    const { id, route } = state.operation
    const base = service.url()
    const act = new RequestAct(ctx, state, await actorOf(service, state.token, administrator))
    const upload = route.upload ? uploadOf(ctx) : NOTHING
    const reply = await handlerOf(id)({ ...state.input, service, act, base, upload })
    const status = Number(Object.keys(route.responses)[0])
    const text = encode(route, status, reply, strict)
    if (reply.next !== undefined) setPageLinks(ctx, base, reply.next)
    if (text) ctx.type = 'json'
    ctx.body = text
    // WHY after the body: Koa turns an empty body into 204 by itself, which some operations are not.
    ctx.status = status
  }
}

const NOTHING: AsyncIterable<Uint8Array> = (async function* () {})()

/** WHY not destroyed, but read to its end and forgotten: who sends too much must still be able to read that it was. */
async function* uploadOf({ req }: Context): AsyncGenerator<Uint8Array> {
  try {
    yield* req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  } finally {
    req.resume()
  }
}

/** Texts of replies that never change: guarding and writing JSON costs more than all else of a read. */
const kept = new WeakMap<object, string>()

function encode(route: Route, status: number, reply: Reply<Route>, strict: boolean): string | null {
  const { immutable } = reply
  const body: unknown = reply.body
  if (body instanceof StoredItems) {
    const text = `[${body.texts.join(',')}]`
    if (strict) guardOut(route, status, JSON.parse(text), strict)
    return text
  }
  const known = immutable ? kept.get(body as object) : undefined
  if (known) return known
  const guarded = guardOut(route, status, body, strict)
  if (guarded === undefined) return null
  const text = JSON.stringify(guarded)
  if (immutable) kept.set(body as object, text)
  return text
}
