import { authorizationServers, type AuthorizationServerRecord } from '#db/tables/authorization-servers.ts'
import { serverKeys } from '#db/tables/server-keys.ts'
import { serverClaims } from '#db/tables/token-contents.ts'
import { issuerOf } from '#operations/authorization-servers/issuer.ts'
import { signingKeyOf } from '#operations/authorization-servers/server-keys.ts'
import { notFound } from '#contract/interface/api-error.ts'
import type { OAuthService } from './decision-cache.ts'
import type { IssuerProvider } from './provider.ts'
import type { Issuer } from './request.ts'

/** Issuers for which a library instance is cached. */
const MOST_READY = 50

/** Milliseconds after which it is checked again whether the next key signs. */
const READY_FOR_MS = 3_600_000

/** The issuers of a workspace, each with a library instance, which is made again when its keys or settings change. */
export class Issuers {
  readonly #service: OAuthService
  readonly #ready = new Map<string, { provider: Promise<IssuerProvider>; sinceMs: number }>()

  constructor(service: OAuthService) {
    this.#service = service
    service.onCommit((changes) => {
      if (changes.touches(authorizationServers, serverKeys, serverClaims)) this.#ready.clear()
    })
  }

  /** @param idOrAlias of an authorization server; undefined: the organization itself @throws ApiError E0000007 also for an inactive one */
  async find(idOrAlias: string | undefined): Promise<Issuer> {
    const { decisions, url } = this.#service
    let server: AuthorizationServerRecord | null = null
    if (idOrAlias !== undefined) {
      server = await decisions.server(idOrAlias)
      if (server.status !== 'ACTIVE') throw notFound(idOrAlias, 'AuthorizationServer')
    }
    return { server, address: issuerOf(url(), server) }
  }

  /** The library for an issuer. */
  async providerOf(issuer: Issuer): Promise<IssuerProvider> {
    // Also by its address: the first request may come before the service knows its port.
    const key = `${issuer.server?.id ?? ''} ${issuer.address}`
    const sinceMs = this.#service.clock()
    const ready = this.#ready.get(key)
    if (ready && sinceMs >= ready.sinceMs && sinceMs - ready.sinceMs < READY_FOR_MS) return ready.provider
    if (this.#ready.size >= MOST_READY) this.#ready.clear()
    const provider = this.#make(issuer)
    this.#ready.set(key, { provider, sinceMs })
    provider.catch(() => this.#ready.delete(key))
    return provider
  }

  async #make(issuer: Issuer): Promise<IssuerProvider> {
    // WHY loaded here: a start without clients that ask for tokens needs no library for them, which is large.
    const { makeProvider } = await import('./provider.ts')
    const key = await signingKeyOf(this.#service, issuer.server?.id ?? null)
    return makeProvider(this.#service, issuer, key)
  }
}
