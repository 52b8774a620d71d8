import type { ClientKey, StoredClientKey } from '#contract/apps/client-key.ts'
import type { ClientSecret } from '#contract/apps/client-secret.ts'
import type { ActiveStatus, Links } from '#contract/interface/fields.ts'
import type { OpenedSecret } from '#operations/apps/client-secrets.ts'
import { lifecycleLink, link } from '../links.ts'

/** What is active can be deactivated; what is not, activated or deleted (spec/2 "Client Secret"). */
function credentialLinks(self: string, status: ActiveStatus): Links {
  return { ...lifecycleLink(self, status), ...(status === 'INACTIVE' ? { delete: link(self, 'DELETE') } : {}) }
}

/** A secret of a client as the wire shows it (spec/5 §8.7). */
export function presentClientSecret(record: OpenedSecret, base: string): ClientSecret {
  const { id, appId, created, lastUpdated, status, secret, hash } = record
  return {
    ...{ id, created, lastUpdated, status },
    ...(secret === null ? {} : { client_secret: secret }),
    secret_hash: hash,
    _links: credentialLinks(`${base}/api/v1/apps/${appId}/credentials/secrets/${id}`, status),
  }
}

/** A key of a client as the wire shows it (spec/2 "JSON Web Key (application)"). */
export function presentClientKey(key: StoredClientKey, appId: string, base: string): ClientKey {
  const { id, status, created, lastUpdated, kty, kid, alg, use, ...parts } = key
  const _links = credentialLinks(`${base}/api/v1/apps/${appId}/credentials/jwks/${id}`, status)
  return { id, kid, kty, alg, use, ...parts, status, created, lastUpdated, _links }
}

type Settings = Record<string, unknown>

/** The settings of an application as the wire shows them. */
export const presentSettings = (settings: Settings, base: string): Settings =>
  withLinkedHooks(withShownKeys(settings), base)

/** Keys of a client show their id and status there, and no moments (spec/5 §8.4). */
function withShownKeys(settings: Settings): Settings {
  const client = settings['oauthClient'] as { jwks?: { keys: StoredClientKey[] } } | undefined
  if (!client?.jwks) return settings
  const keys = client.jwks.keys.map(({ created: _created, lastUpdated: _updated, alg, ...key }) => ({
    ...key,
    ...(alg === null ? {} : { alg }),
  }))
  return { ...settings, oauthClient: { ...client, jwks: { keys } } }
}

/** What adds to assertions is linked (spec/5 §8.3). */
function withLinkedHooks(settings: Settings, base: string): Settings {
  const signOn = settings['signOn'] as { inlineHooks?: { id: string }[] } | undefined
  if (!signOn?.inlineHooks?.length) return settings
  const inlineHooks = signOn.inlineHooks.map(({ id }) => ({
    id,
    _links: { self: link(`${base}/api/v1/inlineHooks/${id}`, 'GET', 'PUT', 'DELETE') },
  }))
  return { ...settings, signOn: { ...signOn, inlineHooks } }
}
