import { type IdentityProviderProtocol, type IdentityProviderType } from './identity-provider-protocol.ts'

type Protocol = IdentityProviderProtocol

const endpointPair = (authorization: string, token: string) => ({
  authorization: { url: authorization, binding: 'HTTP-REDIRECT' as const },
  token: { url: token, binding: 'HTTP-POST' as const },
})

/** Where well-known services take people and give tokens, the same for everybody who uses them. */
const SOCIAL_ENDPOINTS: Partial<Record<IdentityProviderType, ReturnType<typeof endpointPair>>> = {
  APPLE: endpointPair('https://appleid.apple.com/auth/authorize', 'https://appleid.apple.com/auth/token'),
  FACEBOOK: endpointPair('https://www.facebook.com/dialog/oauth', 'https://graph.facebook.com/oauth/access_token'),
  GOOGLE: endpointPair('https://accounts.google.com/o/oauth2/v2/auth', 'https://oauth2.googleapis.com/token'),
  LINKEDIN: endpointPair(
    'https://www.linkedin.com/oauth/v2/authorization',
    'https://www.linkedin.com/oauth/v2/accessToken',
  ),
  MICROSOFT: endpointPair(
    'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    'https://login.microsoftonline.com/common/oauth2/v2.0/token',
  ),
}

/** A protocol with all that its type has, without what the type does not know and what is undecided (spec/5 §9, spec/6 3). */
export function completeProtocol(type: IdentityProviderType, given: Protocol): Protocol {
  const protocol = withoutUndecided(given)
  if (type === 'SAML2') return completeSaml(protocol)
  if (type === 'OIDC') return { ...protocol, settings: { nameFormat: null, ...protocol.settings } }
  const social = SOCIAL_ENDPOINTS[type]
  if (!social) return protocol
  const { issuer: _issuer, algorithms: _algorithms, settings: _settings, ...rest } = protocol
  return { ...rest, endpoints: { ...social, ...protocol.endpoints } }
}

function withoutUndecided(protocol: Protocol): Protocol {
  const { client, ...others } = protocol.credentials ?? {}
  if (client?.pkce_required !== null) return protocol
  const { pkce_required: _undecided, ...decided } = client
  return { ...protocol, credentials: { ...others, client: decided } }
}

/** The form of an audience that the service names, at whatever address it is. */
const OWN_AUDIENCE = /\/saml2\/service-provider\/0oa\w{17}$/

/** What a provider of SAML 2.0 has where nothing else is said; forms tell it, too. */
export const SAML_DEFAULTS = {
  algorithms: {
    request: { signature: { algorithm: 'SHA-256', scope: 'REQUEST' } },
    response: { signature: { algorithm: 'SHA-256', scope: 'ANY' } },
  },
  settings: { nameFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified', honorPersistentNameId: true },
} as const

/** WHY the service's own audience is left out: it holds the address of the service, which changes. */
function completeSaml(protocol: Protocol): Protocol {
  const { endpoints, algorithms, settings, credentials } = protocol
  const { audience, ...trust } = credentials?.trust ?? {}
  const given = audience === undefined || OWN_AUDIENCE.test(audience) ? {} : { audience }
  return {
    ...protocol,
    endpoints: { ...endpoints, acs: { binding: 'HTTP-POST', type: 'INSTANCE', ...endpoints?.acs } },
    algorithms: { ...SAML_DEFAULTS.algorithms, ...algorithms },
    settings: { ...SAML_DEFAULTS.settings, ...settings },
    credentials: { ...credentials, trust: { revocation: null, revocationCacheLifetime: 0, ...trust, ...given } },
  }
}
