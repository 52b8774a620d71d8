import { appDefinition } from '#contract/apps/definition.ts'
import type { AppRecord } from '#db/tables/apps.ts'

/** What of a client's settings decides at the endpoints. */
interface ClientSettings {
  readonly grant_types: readonly string[]
  readonly application_type: string
  readonly redirect_uris: readonly string[]
  readonly post_logout_redirect_uris?: readonly string[]
  readonly wildcard_redirect: 'DISABLED' | 'SUBDOMAIN'
  readonly consent_method: 'REQUIRED' | 'TRUSTED'
  /** How often a refresh token is good for; absent where the client is given none. */
  readonly refresh_token?: { readonly rotation_type: 'STATIC' | 'ROTATE'; readonly leeway?: number }
  readonly dpop_bound_access_tokens: boolean
  readonly client_uri: string | null
  readonly network?: { connection: 'ANYWHERE' | 'ZONE'; include?: string[]; exclude?: string[] }
}

/** The settings of an application as a client; complete since they were stored. */
export const clientSettings = ({ definition }: Pick<AppRecord, 'definition'>): ClientSettings =>
  definition.settings['oauthClient'] as ClientSettings

/**
 * Whether a client must use PKCE (RFC 7636): public clients always (RFC 9700 §2.1.1), others if their settings say so.
 */
export function requiresPkce(app: AppRecord): boolean {
  const { oauthClient } = appDefinition(app, app.definition, app.definition.features).credentials
  return oauthClient?.token_endpoint_auth_method === 'none' || oauthClient?.pkce_required === true
}
