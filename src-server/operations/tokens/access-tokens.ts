import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Scope } from '#contract/interface/scopes.ts'
import { oauthRecords } from '#db/tables/oauth-records.ts'
import { serverKeys } from '#db/tables/server-keys.ts'
import { organizationIssuer } from '#contract/access/issuer.ts'
import { keysOfServer, publicJwks } from '../authorization-servers/server-keys.ts'
import { recordId, recordOf } from '../oauth/records.ts'
import type { Service } from '../service.ts'
import type { TokenHolder } from './token-holder.ts'
import { ANYWHERE } from './token-network.ts'

/** Tokens whose signature was checked; one that falls out is checked once more. */
const MOST_KEPT = 10_000

/** The names under which the two kinds of access tokens are kept: of a person, and of a client for itself. */
const ACCESS_TOKEN_MODELS = ['AccessToken', 'ClientCredentials'] as const

/** WHY loaded late: a run without access tokens needs none of it. */
const jose = () => import('jose')

interface Kept extends TokenHolder {
  readonly recordId: string
}

/**
 * Recognizes access tokens of the organization (RFC 9068), the only ones that its interface takes: signed by one of its keys, for it,
 * and still on record. From a cache after the first time; revoking a token takes it out.
 */
export class AccessTokens {
  readonly #service: Service
  readonly #kept = new LRUCache<string, Kept>({ max: MOST_KEPT })
  /** Counts what was forgotten, so that a token read before that is not kept after it. */
  #forgotten = 0

  constructor(service: Service) {
    this.#service = service
    service.onCommit((changes) => {
      if (changes.touches(serverKeys)) this.#forget('all')
      if (changes.touches(oauthRecords)) this.#forget(changes.keysOf(oauthRecords) ?? 'all')
    })
  }

  /** The holder of a token; null for one that is forged, for somebody else, revoked, or at its end. */
  async recognize(value: string): Promise<TokenHolder | null> {
    const key = createHash('sha256').update(value).digest('base64url')
    const holder = this.#kept.get(key) ?? (await this.#load(key, value))
    return holder && holder.expiresMs > this.#service.clock() ? holder : null
  }

  #forget(ids: Iterable<string> | 'all'): void {
    this.#forgotten += 1
    const gone = ids === 'all' ? null : new Set(ids)
    for (const [key, { recordId: id }] of this.#kept) if (!gone || gone.has(id)) this.#kept.delete(key)
  }

  async #load(key: string, value: string): Promise<Kept | null> {
    const before = this.#forgotten
    const claims = await this.#verify(value)
    if (!claims) return null
    const holder = await this.#recorded(claims)
    if (holder && before === this.#forgotten) this.#kept.set(key, holder)
    return holder
  }

  /** @returns the id of a token that the organization has signed for itself, and when it ends; null for any other */
  async #verify(value: string): Promise<{ jti: string; expiresMs: number } | null> {
    const { createLocalJWKSet, errors, jwtVerify } = await jose()
    const keys = publicJwks(await keysOfServer(this.#service, null))
    const issuer = organizationIssuer(this.#service.url())
    try {
      const { payload } = await jwtVerify(value, createLocalJWKSet(keys), {
        ...{ issuer, audience: issuer, typ: 'at+jwt', algorithms: ['RS256'] },
        currentDate: new Date(this.#service.clock()),
      })
      const { jti, exp } = payload
      return jti && exp !== undefined ? { jti, expiresMs: exp * 1_000 } : null
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }

  async #recorded({ jti, expiresMs }: { jti: string; expiresMs: number }): Promise<Kept | null> {
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
