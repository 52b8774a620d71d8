import type { Middleware } from 'koa'
import { holdsScope } from '#operations/tokens/token-holder.ts'
import { challengeBearer } from '../bearer-challenge.ts'
import type { RequestState } from '../context.ts'

/**
 * Lets a token in whose scopes hold that of the route; `manage` holds `read` too. Any other gets 403 with an empty body
 * and a challenge that names the scope (spec/4 §3.5).
 * @param issuer base address of the organization, without a slash at the end
 */
export function requireScope(issuer: () => string): Middleware {
  return (ctx, next) => {
    const { operation, token } = ctx.state as RequestState
    const { scope } = operation.route
    if (scope === null || (token && holdsScope(token, scope))) return next()
    const description = 'The access token does not have the scope that this operation needs.'
    challengeBearer(ctx, issuer(), { error: 'insufficient_scope', error_description: description, scope })
    return undefined
  }
}
