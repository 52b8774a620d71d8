import type { Reader } from '#db/connection.ts'
import { policyResources, type PolicyResourceRecord } from '#db/tables/policy-resources.ts'

/** Identity providers that are trusted by a certificate, by name. */
export function readProvidersTrustedBy(
  reader: Pick<Reader, 'all'>,
  kid: string,
  limit: number,
): Promise<PolicyResourceRecord[]> {
  const tail = `WHERE kind = 'identityProvider' AND definition ->> '$.protocol.credentials.trust.kid' = ? ORDER BY name LIMIT ?`
  return policyResources.all(reader, tail, [kid, limit])
}
