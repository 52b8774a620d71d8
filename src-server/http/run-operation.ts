import type { Middleware } from 'koa'
import type { LogActor } from '../contract/log-event.ts'
import type { Act, Service } from '../operations/service.ts'
import { handlerOf } from './handlers.ts'
import { guardOut } from './middleware/guard.ts'
import { setPageLinks, type HandlerInput, type Reply } from './reply.ts'
import type { Route } from '../contract/route.ts'
import type { RequestState } from './context.ts'

interface OperationOptions {
  service: Service
  /** Who the tokens of this workspace act for. */
  administrator: LogActor
  strict: boolean
}

/** The last link: calls the handler with the guarded input and sends what the outgoing guard lets through. */
export function runOperation({ service, administrator, strict }: OperationOptions): Middleware {
  return async (ctx) => {
    const state = ctx.state as RequestState & { input: Pick<HandlerInput<Route>, 'params' | 'query' | 'body'> }
    const { id, route } = state.operation
    const base = service.url()
    const act: Act = {
      actor: administrator,
      tokenId: state.token?.id ?? null,
      transactionId: state.requestId,
      transactionType: 'WEB',
      // WHY getters: reads need neither, and asking the socket is slow.
      get ip() {
        return plainAddress(ctx.ip)
      },
      get userAgent() {
        return ctx.get('User-Agent') || null
      },
      requestUri: ctx.path,
    }
    const reply = await handlerOf(id)({ ...state.input, service, act, base })
    const status = Number(Object.keys(route.responses)[0])
    const text = encode(route, status, reply, strict)
    if (reply.next !== undefined) setPageLinks(ctx, base, reply.next)
    if (text) ctx.type = 'json'
    ctx.body = text
    // WHY after the body: Koa turns an empty body into 204 by itself, which some operations are not.
    ctx.status = status
  }
}

/** Texts of replies that never change: guarding and writing JSON costs more than all else of a read. */
const kept = new WeakMap<object, string>()

function encode(route: Route, status: number, reply: Reply<Route>, strict: boolean): string | null {
  const { body, immutable } = reply
  const known = immutable ? kept.get(body as unknown as object) : undefined
  if (known) return known
  const guarded = guardOut(route, status, body, strict)
  if (guarded === undefined) return null
  const text = JSON.stringify(guarded)
  if (immutable) kept.set(body as unknown as object, text)
  return text
}

/** IPv4 in its own form where the socket shows it inside IPv6. */
function plainAddress(ip: string): string {
  return ip.replace(/^::ffff:/, '')
}
