import type { Context, Middleware } from 'koa'
import type { Scope } from '#contract/interface/scopes.ts'
import type { TokenHolder } from '#operations/tokens/token-registry.ts'
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
    if (scope === null || (token && holds(token, scope))) return next()
    challenge(ctx, scope, issuer())
    return undefined
  }
}

function holds({ scopes }: TokenHolder, scope: Scope): boolean {
  return scopes === 'all' || scopes.has(scope) || scopes.has(scope.replace(/read$/, 'manage') as Scope)
}

function challenge(ctx: Context, scope: Scope, issuer: string): void {
  const parameters = {
    authorization_uri: `${issuer}/oauth2/v1/authorize`,
    realm: issuer,
    scope,
    error: 'insufficient_scope',
    error_description: 'The access token does not have the scope that this operation needs.',
    // A path may hold quotation marks, which would end the parameter.
    resource: ctx.path.replaceAll(/["\\]/g, encodeURIComponent),
  }
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`)
  ctx.set('WWW-Authenticate', `Bearer ${pairs.join(', ')}`)
  ctx.body = null
  ctx.status = 403
}
