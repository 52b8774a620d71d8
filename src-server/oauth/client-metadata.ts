import type { AdapterPayload } from 'oidc-provider'
import { authMethodOf, clientIdOf } from '#operations/apps/clients.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import { clientSettings } from './client-settings.ts'
import { GRANT_TYPES } from './grant.ts'
import { mayRedirectTo } from './redirects.ts'

interface Asked {
  /** By which the edge tells the library that it has recognized a client. */
  secret: string
  /** Where the client asks to be answered; undefined at endpoints that redirect nowhere, and where a pushed request says it. */
  redirectUri: string | undefined
}

/** Registered addresses were checked already; the library must not refuse them. */
const isWeb = (address: string) => /^https?:/.test(address)

/**
 * An application as a client of the library. WHY always a secret of this run: the edge has authenticated the client already, in
 * ways that the library does not know, and proves it by this secret, which nothing else knows. WHY only the requested redirect: whether it
 * is registered, stars included, is decided here as well.
 */
export function clientMetadata(app: AppRecord, { secret, redirectUri }: Asked): AdapterPayload {
  const { grant_types, redirect_uris, dpop_bound_access_tokens, client_uri } = clientSettings(app)
  const isPublic = authMethodOf(app) === 'none'
  const uris =
    redirectUri === undefined
      ? redirect_uris.filter((address) => isWeb(address) && mayRedirectTo(app, address))
      : [redirectUri].filter((address) => mayRedirectTo(app, address))
  const grants = grant_types.filter((grant) => GRANT_TYPES.includes(grant))
  const signsIn = uris.length > 0 && grants.includes('authorization_code')
  return {
    client_id: clientIdOf(app),
    client_name: app.label,
    ...(client_uri && { client_uri }),
    ...(isPublic
      ? { token_endpoint_auth_method: 'none' }
      : { token_endpoint_auth_method: 'client_secret_post', client_secret: secret }),
    application_type: uris.every(isWeb) ? 'web' : 'native',
    grant_types: signsIn ? grants : grants.filter((grant) => grant !== 'authorization_code'),
    response_types: signsIn ? ['code'] : [],
    ...{ redirect_uris: uris, dpop_bound_access_tokens },
  }
}
