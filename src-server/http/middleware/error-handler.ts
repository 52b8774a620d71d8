import type { Middleware } from 'koa'
import { ApiError } from '#contract/interface/api-error.ts'
import { StoppingError } from '#contract/gatehouse/stopping-error.ts'
import { isPublicInterface } from '#contract/interface/lenience.ts'
import { errorsOf } from '#contract/interface/route-errors.ts'
import { translateDatabaseError } from '#db/errors.ts'
import type { RequestState } from '../context.ts'

/**
 * The one place where anything thrown becomes a reply: refusals with their code, what stopping cuts short as `E0000010`, all else as
 * `E0000009` with an id that is in the log too (spec/3 "Errors").
 * @param strict an error that the operation does not declare becomes `E0000009`, with a cause that says so
 */
export function errorHandler(strict: boolean): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (thrown) {
      const { requestId, log, strictHandling, operation } = ctx.state as RequestState &
        Partial<Pick<RequestState, 'operation'>>
      const told = toApiError(thrown)
      const error = (strict && operation && undeclared(operation, told)) || told
      if (thrown instanceof StoppingError) log.info({ errorId: requestId, path: ctx.path }, 'cut short by stopping')
      else if (error.status >= 500)
        log.error({ err: thrown, errorId: requestId, method: ctx.method, path: ctx.path }, 'failed')
      ctx.status = error.status
      ctx.body = error.toBody(requestId, {
        located: strictHandling || !isPublicInterface(ctx.path),
        subject: subjectOf(error, ctx.state as Partial<RequestState>),
      })
    }
  }
}

function undeclared({ id, route }: RequestState['operation'], { code, status }: ApiError): ApiError | null {
  if (errorsOf(route).get(status)?.includes(code)) return null
  return new ApiError('E0000009', {
    causes: [{ errorSummary: `${id} does not declare ${code} with status ${status}` }],
  })
}

/** What failed its validation, as the interface names it: what the operation is about, or the parameters as a whole (spec/5 §0.2). */
function subjectOf({ causes: [first] }: ApiError, { operation }: Partial<RequestState>): string | undefined {
  if (!operation || !isPublicInterface(operation.route.path)) return undefined
  const { subject, body } = operation.route
  return first?.locationType === 'body' || (subject && !body) ? subject : 'RequestParams'
}

function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof StoppingError) return new ApiError('E0000010', { causes: [{ errorSummary: thrown.message }] })
  const translated = translateDatabaseError(thrown)
  if (translated instanceof ApiError) return translated
  const status = statusOf(thrown)
  if (status === 404) return new ApiError('E0000008')
  return new ApiError(status >= 400 && status < 500 ? 'E0000020' : 'E0000009')
}

/** The status of a refusal by the web framework, such as a badly encoded path; its words stay in the log. */
function statusOf(thrown: unknown): number {
  const status = thrown instanceof Error ? (thrown as { status?: unknown }).status : undefined
  return typeof status === 'number' ? status : 500
}
