import type { Middleware } from 'koa'
import { ApiError } from '../../contract/api-error.ts'
import { translateDatabaseError } from '../../db/errors.ts'
import type { RequestState } from '../context.ts'

/**
 * The one place where anything thrown becomes a reply: refusals with their code, all else as `E0000009` with an id that
 * also stands in the log (spec/3 "Errors").
 */
export const errorHandler: Middleware = async (ctx, next) => {
  try {
    await next()
  } catch (thrown) {
    const { requestId, log } = ctx.state as RequestState
    const translated = translateDatabaseError(thrown)
    const error = translated instanceof ApiError ? translated : new ApiError('E0000009')
    if (error.status >= 500)
      log.error({ err: thrown, errorId: requestId, method: ctx.method, path: ctx.path }, 'failed')
    ctx.status = error.status
    ctx.body = error.toBody(requestId)
  }
}
