import type { AdapterPayload } from 'oidc-provider'
import { authMethodOf, clientIdOf } from '#operations/apps/clients.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import { clientSettings } from './client-settings.ts'
import { GRANT_TYPES } from './grant.ts'

/**
 * An application as the library sees a client. WHY always a secret of the run: that a client is itself the edge has found out already, by
 * ways that the library does not know, and says so by this secret, which nothing else can know.
 */
export function clientMetadata(app: AppRecord, secret: string): AdapterPayload {
  const { grant_types, dpop_bound_access_tokens } = clientSettings(app)
  const isPublic = authMethodOf(app) === 'none'
  return {
    client_id: clientIdOf(app),
    client_name: app.label,
    ...(isPublic
      ? { token_endpoint_auth_method: 'none' }
      : { token_endpoint_auth_method: 'client_secret_post', client_secret: secret }),
    grant_types: grant_types.filter((grant) => GRANT_TYPES.includes(grant)),
    ...{ response_types: [], redirect_uris: [], dpop_bound_access_tokens },
  }
}
