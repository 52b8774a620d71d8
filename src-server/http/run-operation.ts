import type { Context, Middleware } from 'koa'
import type { RequestContext } from '#audit-log/request-context.ts'
import { NO_RIGHTS } from '#audit-log/rights.ts'
import { REQUEST_TYPES } from '#contract/interface/content-types.ts'
import type { Service } from '#operations/service/service.ts'
import { holdsScope } from '#operations/tokens/token-holder.ts'
import { principalOf } from '#operations/tokens/token-principal.ts'
import { clientOf } from './client.ts'
import { handlerOf } from './handlers.ts'
import { shownUrl } from './request-url.ts'
import type { HandlerInput } from './reply.ts'
import type { Route } from '#contract/interface/route.ts'
import type { RequestState } from './context.ts'
import { sendReply } from './send-reply.ts'

interface OperationOptions {
  service: Service
  strict: boolean
}

/** The last link: calls the handler with the guarded input and sends its reply. */
export function runOperation({ service, strict }: OperationOptions): Middleware {
  const contextOf = async (ctx: Context): Promise<RequestContext> => {
    const { path, querystring } = ctx
    const { requestId, token, changeReason, operation } = ctx.state as RequestState
    const requestUrl = querystring ? shownUrl(path, new URLSearchParams(querystring), operation.route) : path
    return Object.freeze<RequestContext>({
      principal: await principalOf(service, token),
      client: clientOf(ctx, requestUrl),
      transaction: { type: 'WEB', id: requestId },
      changeReason,
    })
  }
  return async (ctx) => {
    const state = ctx.state as RequestState & { input: Pick<HandlerInput<Route>, 'params' | 'query' | 'body'> }
    const { id, route } = state.operation
    const base = service.url()
    const upload = REQUEST_TYPES[route.consumes] === 'stream' ? uploadOf(ctx) : NOTHING
    const seen = service.for(state.rights ?? NO_RIGHTS)
    let made: Promise<RequestContext> | undefined
    // Made on demand: operations that only read do not need it.
    const context = () => (made ??= contextOf(ctx))
    const reply = await handlerOf(id)({
      ...state.input,
      service: seen,
      reader: seen.reader,
      hasScope: (scope) => state.token !== null && holdsScope(state.token, scope),
      base,
      headers: ctx.req.headers,
      strictHandling: state.strictHandling,
      upload,
      file: state.file ?? NO_FILE,
      context,
      write: async (work) => service.write(await context(), work),
      batchedWrite: async (work) => service.batchedWrite(await context(), work),
    })
    sendReply(ctx, route, reply, { base, strict })
  }
}

const NO_FILE = new Uint8Array()
const NOTHING: AsyncIterable<Uint8Array> = (async function* () {})()

/** WHY read to the end and not destroyed: a client that sends too much must still be able to read the error. */
async function* uploadOf({ req }: Context): AsyncGenerator<Uint8Array> {
  try {
    yield* req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  } finally {
    req.resume()
  }
}
