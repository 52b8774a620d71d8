import type { Middleware } from 'koa'
import { ApiError } from '#contract/interface/api-error.ts'
import type { Service } from '#operations/service.ts'
import type { RefusedTokens } from '#operations/tokens/refused-tokens.ts'
import type { TokenRegistry } from '#operations/tokens/token-registry.ts'
import { clientOf } from '../client.ts'

/**
 * Recognizes `Authorization: SSWS <token>`. No header at all is `E0000005`, a token that is unknown or has ended
 * `E0000011` (spec/4 §3.5), as is one whose person cannot sign in, and one that does not work from where the request comes
 * `E0000006`; all these leave an event. A path without a route asks for a token.
 */
export function authenticate(
  service: Pick<Service, 'roles'>,
  tokens: TokenRegistry,
  refused: RefusedTokens,
): Middleware {
  return async (ctx, next) => {
    const header = ctx.get('Authorization')
    if (!header) throw new ApiError('E0000005')
    const value = /^SSWS (\S{1,200})$/i.exec(header)?.[1]
    const holder = value ? await tokens.recognize(value) : null
    const client = clientOf(ctx)
    if (!holder) {
      refused.note(client, null)
      throw new ApiError('E0000011')
    }
    if (!(await tokens.admits(holder, client.ip))) {
      refused.note(client, { token: holder, why: 'address' })
      throw new ApiError('E0000006', { causes: [{ errorSummary: `The token does not work from ${client.ip}.` }] })
    }
    const rights = await service.roles.rightsOf({ kind: 'user', id: holder.userId })
    if (!rights.canAct) {
      refused.note(client, { token: holder, why: 'person' })
      throw new ApiError('E0000011')
    }
    tokens.used(holder, client.ip)
    ctx.state['token'] = holder
    ctx.state['rights'] = rights
    await next()
  }
}
