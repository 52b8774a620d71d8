import { invalid } from '#contract/interface/api-error.ts'
import type { IdentityProviderProtocol } from '#contract/policy/resources/identity-provider-protocol.ts'
import type { Reader } from '#audit-log/transaction.ts'
import type { PolicyResourceRecord } from '#db/tables/policy-resources.ts'
import { firstKidOf } from '../signing-keys/first-kid.ts'
import { hasKey } from '../signing-keys/keys.ts'
import { isTrustKey } from '../signing-keys/trust-keys.ts'

type Definition = Record<string, unknown>

const credentialsOf = (definition: Definition) =>
  (definition['protocol'] as IdentityProviderProtocol | undefined)?.credentials

/** The key with which we sign what we ask of a provider; the one that it has from the start unless another was chosen. */
export const providerSigningKid = ({ id, definition }: Pick<PolicyResourceRecord, 'id' | 'definition'>): string =>
  credentialsOf(definition)?.signing?.kid ?? firstKidOf(id)

/**
 * A definition as it is stored: with the key that was chosen to sign, which stays where a replacement names none, and without the one
 * that follows from the provider itself.
 * @param before null for a new provider, which has no other key yet: who copies a provider sends the key of that
 */
export function withSigningKey(definition: Definition, id: string, before: Definition | null): Definition {
  const protocol = definition['protocol'] as IdentityProviderProtocol | undefined
  if (!protocol) return definition
  const { signing, ...credentials } = protocol.credentials ?? {}
  const kid = before && (signing?.kid ?? credentialsOf(before)?.signing?.kid)
  const chosen = kid && kid !== firstKidOf(id) ? { signing: { kid } } : {}
  if (!protocol.credentials && !('signing' in chosen)) return definition
  return { ...definition, protocol: { ...protocol, credentials: { ...credentials, ...chosen } } }
}

/**
 * Refuses keys that are not there. What a provider has already stays, as older files may hold names of keys that never were here.
 * @throws ApiError E0000001
 */
export async function requireProviderKeys(
  reader: Reader,
  record: Pick<PolicyResourceRecord, 'id' | 'type'>,
  definition: Definition,
  before: Definition = {},
): Promise<void> {
  const [given, held] = [credentialsOf(definition), credentialsOf(before)]
  const trusted = given?.trust?.kid
  if (trusted !== undefined && trusted !== held?.trust?.kid && !(await isTrustKey(reader, trusted)))
    throw invalid('protocol.credentials.trust.kid', `there is no certificate ${trusted}`)
  const signing = given?.signing?.kid
  if (signing === undefined || signing === held?.signing?.kid) return
  if (!(await hasKey(reader, { id: record.id, hasFirstKey: record.type === 'SAML2' }, signing)))
    throw invalid('protocol.credentials.signing.kid', `${signing} is no signing key of this provider`)
}
