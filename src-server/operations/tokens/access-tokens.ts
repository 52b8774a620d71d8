import { organizationIssuer } from '#contract/access/issuer.ts'
import type { Scope } from '#contract/interface/scopes.ts'
import { oauthRecords } from '#db/tables/oauth-records.ts'
import { serverKeys } from '#db/tables/server-keys.ts'
import { recordId, recordOf } from '../oauth/records.ts'
import { verifyAccessToken } from '../oauth/verify-token.ts'
import type { Service } from '../service/service.ts'
import { TokenCache } from './token-cache.ts'
import type { TokenHolder } from './token-holder.ts'
import { ANYWHERE } from './token-network.ts'

/** Tokens whose signature was checked. */
const MOST_KEPT = 10_000

/** The names under which the two kinds of access tokens are kept: of a person, and of a client for itself. */
const ACCESS_TOKEN_MODELS = ['AccessToken', 'ClientCredentials'] as const

interface Recorded extends TokenHolder {
  readonly recordId: string
}

/**
 * Recognizes access tokens of the organization, the only ones that its interface takes: signed by one of its keys, for it, and still on
 * record. From a cache after the first time; revoking a token takes it out.
 */
export class AccessTokens {
  readonly #service: Service
  readonly #cache: TokenCache<Recorded>

  constructor(service: Service) {
    this.#service = service
    this.#cache = new TokenCache({
      max: MOST_KEPT,
      idOf: ({ recordId: id }) => id,
      load: (value) => this.#load(value),
    })
    service.onCommit((changes) => {
      if (changes.touches(serverKeys)) this.#cache.forget('all')
      if (changes.touches(oauthRecords)) this.#cache.forget(changes.keysOf(oauthRecords) ?? 'all')
    })
  }

  /** The holder of a token; null for one that is forged, for somebody else, revoked, or at its end. */
  async recognize(value: string): Promise<TokenHolder | null> {
    const holder = await this.#cache.get(value)
    return holder && holder.expiresMs > this.#service.clock() ? holder : null
  }

  async #load(value: string): Promise<Recorded | null> {
    const issuer = organizationIssuer(this.#service.url())
    const signed = await verifyAccessToken(this.#service, value, { server: null, issuer, audience: issuer })
    if (!signed) return null
    const { jti, expiresMs } = signed
    const { reader, now } = this.#service
    for (const model of ACCESS_TOKEN_MODELS) {
      const id = recordId(null, model, jti)
      const record = await recordOf(reader, id, now())
      if (!record?.appId) continue
      const { appId, userId, payload } = record
      const { scope, jkt } = payload as { scope?: string; jkt?: string }
      return {
        ...{ id: jti, recordId: id, appId, name: 'Access token', network: ANYWHERE, expiresMs },
        holder: userId ? { kind: 'user', id: userId } : { kind: 'client', id: appId },
        scopes: new Set((scope ?? '').split(' ') as Scope[]),
        boundTo: jkt ?? null,
      }
    }
    return null
  }
}
