import type { Middleware } from 'koa'
import { randomText } from '#db/ids.ts'
import type { Logger } from '#server/log.ts'

/** As the public interface shapes them: 20 characters. */
export const newRequestId = () => `oae${randomText(17)}`

/** Names the request, in the reply's header, in error bodies and in the log. */
export function requestId(log: Logger): Middleware {
  return (ctx, next) => {
    const id = newRequestId()
    ctx.state['requestId'] = id
    ctx.state['log'] = log
    ctx.set('X-Svc-Request-Id', id)
    return next()
  }
}
