import type { Middleware } from 'koa'
import { ApiError } from '#contract/interface/api-error.ts'
import type { RequestState } from '../context.ts'

/** A body that cannot be read, of the wrong type or too long: OAuth clients get the error in the body that they read (RFC 6749 §5.2). */
const UNREADABLE: ReadonlySet<number> = new Set([400, 413, 415])

/** Tells OAuth clients of requests that cannot be read as they expect; what is not found stays as the interface tells it. */
export const oauthRefusals: Middleware = (ctx, next) =>
  (ctx.state as Partial<RequestState>).operation?.route.auth === 'client' ? telling(ctx, next) : next()

const telling: Middleware = async (ctx, next) => {
  try {
    await next()
  } catch (error) {
    if (!(error instanceof ApiError) || !UNREADABLE.has(error.status)) throw error
    const causes = error.causes.map(({ errorSummary }) => errorSummary)
    ctx.body = { error: 'invalid_request', error_description: [error.message, ...causes].join('; ') }
    ctx.status = 400
  }
}
