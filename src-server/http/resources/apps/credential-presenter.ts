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
