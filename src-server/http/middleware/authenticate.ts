import type { Middleware } from 'koa'
import { ApiError } from '#contract/interface/api-error.ts'
import type { RefusedTokens } from '#operations/tokens/refused-tokens.ts'
import type { TokenRegistry } from '#operations/tokens/tokens.ts'
import { clientOf } from '../client.ts'

/**
 * Recognizes `Authorization: SSWS <token>`. No header at all is `E0000005`, a token that is unknown or has ended
 * `E0000011` (spec/4 §3.5) and leaves an event. A path without a route asks for a token.
 */
export function authenticate(tokens: TokenRegistry, refused: RefusedTokens): Middleware {
  return async (ctx, next) => {
    const header = ctx.get('Authorization')
    if (!header) throw new ApiError('E0000005')
    const value = /^SSWS (\S{1,200})$/i.exec(header)?.[1]
    const holder = value ? await tokens.recognize(value) : null
    if (!holder) {
      refused.note(clientOf(ctx))
      throw new ApiError('E0000011')
    }
    ctx.state['token'] = holder
    await next()
  }
}
