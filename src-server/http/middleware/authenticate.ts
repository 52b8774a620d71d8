import type { Middleware } from 'koa'
import { ApiError } from '#contract/interface/api-error.ts'
import type { TokenRegistry } from '#operations/tokens/tokens.ts'

/**
 * Recognizes `Authorization: SSWS <token>`. No header at all is `E0000005`, a token that is unknown or has ended
 * `E0000011` (spec/4 §3.5). A path without a route asks for a token.
 */
export function authenticate(tokens: TokenRegistry): Middleware {
  return async (ctx, next) => {
    const header = ctx.get('Authorization')
    if (!header) throw new ApiError('E0000005')
    const value = /^SSWS (\S{1,200})$/i.exec(header)?.[1]
    const holder = value ? await tokens.recognize(value) : null
    if (!holder) throw new ApiError('E0000011')
    ctx.state['token'] = holder
    await next()
  }
}
