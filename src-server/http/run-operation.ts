import type { Context, Middleware } from 'koa'
import type { Principal, RequestContext } from '#audit-log/request-context.ts'
import { NO_RIGHTS, type Rights } from '#audit-log/rights.ts'
import { REQUEST_TYPES } from '#contract/interface/content-types.ts'
import type { Service } from '#operations/service/service.ts'
import { principalOf } from '#operations/tokens/token-principal.ts'
import type { TokenHolder } from '#operations/tokens/token-holder.ts'
import { clientOf } from './client.ts'
import { handlerOf } from './handlers.ts'
import { shownUrl } from './request-url.ts'
import type { HandlerInput } from './reply.ts'
import type { Route } from '#contract/interface/route.ts'
import type { RequestState } from './context.ts'
import { sendReply } from './send-reply.ts'

interface OperationOptions {
  service: Service
  /** The person whom the first token of this workspace acts for. */
  administrator: Principal
  strict: boolean
}

/**
 * The context of a request, made when it is first asked for and kept. WHY not for every request: reads need none of it, and asking
 * the socket and the directory is slow.
 */
class RequestContextOf {
  readonly #ctx: Context
  readonly #state: RequestState
  readonly #principal: (token: TokenHolder | null) => Promise<Principal>
  #made: Promise<RequestContext> | null = null

  constructor(ctx: Context, state: RequestState, principal: (token: TokenHolder | null) => Promise<Principal>) {
    this.#ctx = ctx
    this.#state = state
    this.#principal = principal
  }

  get(): Promise<RequestContext> {
    return (this.#made ??= this.#make())
  }

  async #make(): Promise<RequestContext> {
    const { path, querystring } = this.#ctx
    const { requestId, token, changeReason, operation } = this.#state
    const requestUrl = querystring ? shownUrl(path, new URLSearchParams(querystring), operation.route) : path
    return Object.freeze<RequestContext>({
      principal: await this.#principal(token),
      client: clientOf(this.#ctx, requestUrl),
      transaction: { type: 'WEB', id: requestId },
      changeReason,
    })
  }
}

/** The last link: calls the handler with the guarded input and sends its reply. */
export function runOperation({ service, administrator, strict }: OperationOptions): Middleware {
  // WHY not for each request: a copy of the service shows in a profile, and the same rights see the same.
  const seenWith = new WeakMap<Rights, Service>()
  const serviceFor = (rights: Rights) => {
    const known = seenWith.get(rights) ?? service.for(rights)
    seenWith.set(rights, known)
    return known
  }
  return async (ctx) => {
    const state = ctx.state as RequestState & { input: Pick<HandlerInput<Route>, 'params' | 'query' | 'body'> }
    const { id, route } = state.operation
    const base = service.url()
    const upload = REQUEST_TYPES[route.consumes] === 'stream' ? uploadOf(ctx) : NOTHING
    const context = new RequestContextOf(ctx, state, (token) => principalOf(service.reader, token, administrator))
    const seen = serviceFor(state.rights ?? NO_RIGHTS)
    const reply = await handlerOf(id)({
      ...state.input,
      service: seen,
      reader: seen.reader,
      base,
      headers: ctx.req.headers,
      strictHandling: state.strictHandling,
      upload,
      file: state.file ?? NO_FILE,
      context: () => context.get(),
      write: async (work) => service.write(await context.get(), work),
      batchedWrite: async (work) => service.batchedWrite(await context.get(), work),
    })
    sendReply(ctx, route, reply, { base, strict })
  }
}

const NO_FILE = new Uint8Array()
const NOTHING: AsyncIterable<Uint8Array> = (async function* () {})()

/** WHY not destroyed, but read to its end and forgotten: who sends too much must still be able to read that it was. */
async function* uploadOf({ req }: Context): AsyncGenerator<Uint8Array> {
  try {
    yield* req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  } finally {
    req.resume()
  }
}
