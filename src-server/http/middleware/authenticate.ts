import type { Context, Middleware } from 'koa'
import { ApiError } from '#contract/interface/api-error.ts'
import { organizationIssuer } from '#contract/access/issuer.ts'
import type { Service } from '#operations/service/service.ts'
import type { AccessTokens } from '#operations/tokens/access-tokens.ts'
import type { RefusedTokens } from '#operations/tokens/refused-tokens.ts'
import type { TokenHolder } from '#operations/tokens/token-holder.ts'
import type { TokenRegistry } from '#operations/tokens/token-registry.ts'
import { challengeBearer } from '../bearer-challenge.ts'
import { addressOf, clientOf } from '../client.ts'
import type { DpopProofs } from '../dpop-proof.ts'

interface Options {
  service: Pick<Service, 'roles' | 'url' | 'draft'>
  tokens: TokenRegistry
  accessTokens: AccessTokens
  proofs: DpopProofs
  refused: RefusedTokens
}

const NOT_VALID = 'The access token is not valid, was revoked, has ended, or is bound to a key that was not proven.'
/** The longest access token that is read: what is longer is no token of ours. */
const LONGEST_ACCESS_TOKEN = 8_192

/**
 * Recognizes `Authorization: SSWS <API token>` and `Authorization: Bearer <access token>`, or `DPoP` where it is bound to a key (spec/3
 * "Authentication", RFC 9449). No header at all is
 * `E0000005`. An API token that is unknown or has ended is `E0000011`, as is one whose person cannot sign in, and one that does not work
 * from where the request comes `E0000006`; an access token that does not do is told by a challenge (spec/4 §3.5). All these leave an
 * event. A path without a route asks for a token.
 */
export function authenticate({ service, tokens, accessTokens, proofs, refused }: Options): Middleware {
  const rightsOf = async ({ holder, appId }: TokenHolder) => {
    if (await service.draft?.isBarred(holder)) return null
    const rights = await service.roles.rightsOf(holder)
    // What a person has let a client do ends where the client is switched off.
    const isActive = appId === null || (await service.roles.rightsOf({ kind: 'client', id: appId })).canAct
    return rights.canAct && isActive ? rights : null
  }

  async function accept(ctx: Context, token: TokenHolder | null): Promise<boolean> {
    const rights = token && (await rightsOf(token))
    if (!rights) refused.note(clientOf(ctx), token && { token, why: 'person' })
    else Object.assign(ctx.state, { token, rights })
    return rights !== null
  }

  /** The holder of an access token that comes in the way in which it has to; null for any other. */
  async function presented(ctx: Context, scheme: string, value: string): Promise<TokenHolder | null> {
    const token = value.length > LONGEST_ACCESS_TOKEN ? null : await accessTokens.recognize(value)
    if (!token) return null
    if (token.boundTo === null) return scheme === 'bearer' ? token : null
    return scheme === 'dpop' && (await proofs.isProven(ctx, value, token.boundTo)) ? token : null
  }

  return async (ctx, next) => {
    const header = ctx.get('Authorization')
    if (!header) throw new ApiError('E0000005')
    const [, given = '', value = ''] = /^(SSWS|Bearer|DPoP) (\S+)$/i.exec(header) ?? []
    const scheme = given.toLowerCase()
    if (scheme === 'bearer' || scheme === 'dpop') {
      if (await accept(ctx, await presented(ctx, scheme, value))) return next()
      const problem = { error: 'invalid_token', error_description: NOT_VALID } as const
      return challengeBearer(ctx, organizationIssuer(service.url()), problem, scheme === 'dpop' ? 'DPoP' : 'Bearer')
    }
    const token = value ? await tokens.recognize(value) : null
    const ip = addressOf(ctx)
    if (token && !(await tokens.admits(token, ip))) {
      refused.note(clientOf(ctx), { token, why: 'address' })
      throw new ApiError('E0000006', { causes: [{ errorSummary: `The token does not work from ${ip}.` }] })
    }
    if (!(await accept(ctx, token)) || !token) throw new ApiError('E0000011')
    tokens.used(token, ip)
    return next()
  }
}
