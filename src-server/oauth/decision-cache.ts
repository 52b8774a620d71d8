import { appGrants } from '#db/tables/app-grants.ts'
import { apps, type AppRecord } from '#db/tables/apps.ts'
import { authorizationServers, type AuthorizationServerRecord } from '#db/tables/authorization-servers.ts'
import { clientSecrets, type ClientSecretRecord } from '#db/tables/client-secrets.ts'
import { settings } from '#db/tables/settings.ts'
import { serverClaims, serverScopes } from '#db/tables/token-contents.ts'
import { clientWithId } from '#operations/apps/clients.ts'
import { secretsOf } from '#operations/apps/client-secrets.ts'
import { requireAuthorizationServer } from '#operations/authorization-servers/authorization-servers.ts'
import { readTokenContents } from '#operations/authorization-servers/token-contents.ts'
import { CommitCache } from '#operations/service/commit-cache.ts'
import { readOrganization } from '#operations/organization/organization.ts'
import { readSetting } from '#operations/service/settings.ts'
import type { Service } from '#operations/service/service.ts'
import type { FailedSecrets } from './failed-secrets.ts'

const MOST_CLIENTS = 1_000
const MOST_SERVERS = 200

/**
 * A cache of all that decides about tokens, as of the last commit: one request asks for the same client, its secrets and
 * the same server several times, and reading them took most of its time.
 */
export class DecisionCache {
  readonly #clients: CommitCache<{ app: AppRecord | undefined }>
  readonly #secrets: CommitCache<ClientSecretRecord[]>
  readonly #grants: CommitCache<ReadonlySet<string>>
  readonly #servers: CommitCache<AuthorizationServerRecord>
  readonly #contents: CommitCache<Awaited<ReturnType<typeof readTokenContents>>>
  readonly #signIn: CommitCache<{ enabled: boolean }>
  readonly #organization: CommitCache<Awaited<ReturnType<typeof readOrganization>>>

  constructor(service: Pick<Service, 'reader' | 'onCommit'>) {
    const { reader } = service
    const cache = <Value extends object>(
      max: number,
      tables: readonly { readonly name: string }[],
      load: (key: string) => Promise<Value>,
    ) => new CommitCache<Value>(service, { max, tables, load })
    this.#clients = cache(MOST_CLIENTS, [apps], async (id) => ({ app: await clientWithId(reader, id) }))
    this.#secrets = cache(MOST_CLIENTS, [apps, clientSecrets], (appId) => secretsOf(reader, appId))
    this.#grants = cache(MOST_CLIENTS, [apps, appGrants], async (appId) => {
      const grants = await appGrants.findAll(reader, { where: { appId } })
      return new Set(grants.map(({ scopeId }) => scopeId)) as ReadonlySet<string>
    })
    this.#servers = cache(MOST_SERVERS, [authorizationServers], (id) => requireAuthorizationServer(reader, id))
    this.#contents = cache(MOST_SERVERS, [authorizationServers, serverScopes, serverClaims], (id) =>
      readTokenContents(reader, id),
    )
    this.#signIn = cache(1, [settings], async () => (await readSetting(reader, 'signIn')) ?? { enabled: false })
    this.#organization = cache(1, [settings], () => readOrganization(reader))
  }

  /** The application that goes by an id as a client. */
  async client(clientId: string): Promise<AppRecord | undefined> {
    return (await this.#clients.get(clientId)).app
  }

  secretsOf(appId: string) {
    return this.#secrets.get(appId)
  }

  /** The scopes of the interface that a client was granted. */
  grantsOf(appId: string) {
    return this.#grants.get(appId)
  }

  /** @throws ApiError E0000007 */
  server(idOrAlias: string) {
    return this.#servers.get(idOrAlias)
  }

  contentsOf(serverId: string) {
    return this.#contents.get(serverId)
  }

  /** Whether people can sign in here. */
  async isSignInOn(): Promise<boolean> {
    return (await this.#signIn.get('')).enabled
  }

  organization() {
    return this.#organization.get('')
  }
}

/** The service with the cache of decisions and the count of failed secrets. */
export type OAuthService = Service & { readonly decisions: DecisionCache; readonly failedSecrets: FailedSecrets }
