import type { Links } from '#contract/interface/fields.ts'
import { completePolicy, type IdentityProvider } from '#contract/policy/resources/identity-provider.ts'
import { completeProtocol } from '#contract/policy/resources/identity-provider-defaults.ts'
import type {
  IdentityProviderProtocol,
  IdentityProviderType,
} from '#contract/policy/resources/identity-provider-protocol.ts'
import type { PolicyResourceRecord } from '#db/tables/policy-resources.ts'
import { providerSigningKid } from '#operations/policy-resources/provider-keys.ts'
import { lifecycleLink, link } from '../links.ts'

type Stored = Pick<IdentityProvider, 'issuerMode' | 'policy'> & { protocol?: IdentityProviderProtocol }

/** An identity provider as the wire shows it; what only the service knows is filled in here (spec/5 §9). */
export function presentIdentityProvider(row: PolicyResourceRecord, base: string): IdentityProvider {
  const type = row.type as IdentityProviderType
  const { issuerMode, protocol, policy } = row.definition as unknown as Stored
  const whole = protocol && completeProtocol(type, protocol)
  return {
    id: row.id,
    ...(type === 'SAML2' ? {} : { issuerMode }),
    name: row.name,
    status: row.status,
    created: row.created,
    lastUpdated: row.lastUpdated,
    ...(whole ? { protocol: type === 'SAML2' ? withOwn(whole, row, base) : whole } : {}),
    policy: completePolicy(type, policy),
    type,
    _links: type === 'SAML2' ? samlLinks(row, protocol, base) : authorizeLinks(row, base),
  }
}

/** Assertions are made for an audience that the service names, and requests signed by a key that it makes, unless others were given. */
function withOwn(
  protocol: IdentityProviderProtocol,
  row: PolicyResourceRecord,
  base: string,
): IdentityProviderProtocol {
  const { trust, signing: _signing, ...others } = protocol.credentials ?? {}
  const audience = trust?.audience ?? `${base}/saml2/service-provider/${row.id}`
  const signing = { kid: providerSigningKid(row) }
  return { ...protocol, credentials: { ...others, trust: { ...trust, audience }, signing } }
}

function samlLinks(
  { id, status }: PolicyResourceRecord,
  protocol: IdentityProviderProtocol | undefined,
  base: string,
): Links {
  const self = `${base}/api/v1/idps/${id}`
  const xml = { type: 'application/xml' }
  const acs = protocol?.endpoints?.acs?.type === 'ORG' ? `${base}/sso/saml2` : `${base}/sso/saml2/${id}`
  return {
    metadata: { ...link(`${self}/metadata.xml`, 'GET'), ...xml },
    acs: { ...link(acs, 'POST'), ...xml },
    users: link(`${self}/users`, 'GET'),
    ...lifecycleLink(self, status),
  }
}

/** What a client fills into the address at which a sign-in begins; in this order. */
const AUTHORIZE_QUERY = [
  ['client_id', 'clientId'],
  ['response_type', 'responseType'],
  ['response_mode', 'responseMode'],
  ['scope', 'scopes'],
  ['redirect_uri', 'redirectUri'],
  ['state', 'state'],
  ['nonce', 'nonce'],
].map(([key, variable]) => `${key}={${variable}}`)

function authorizeLinks({ id }: PolicyResourceRecord, base: string): Links {
  const authorize = `${base}/oauth2/v1/authorize`
  const query = [`idp=${id}`, ...AUTHORIZE_QUERY].join('&')
  return {
    authorize: { ...link(`${authorize}?${query}`, 'GET'), templated: true },
    clientRedirectUri: link(`${authorize}/callback`, 'POST'),
  }
}
