import type { IdentityProvider } from '#contract/policy/resources/identity-provider.ts'
import type { IdentityProviderProtocol } from '#contract/policy/resources/identity-provider-protocol.ts'

interface Part {
  of: (protocol: IdentityProviderProtocol) => unknown
  text: string
}

const CLIENT: Part = {
  of: ({ credentials }) => credentials?.client?.client_id,
  text: 'No client id: the provider does not know who asks.',
}
const TRUSTED: Part = {
  of: ({ credentials }) => credentials?.trust?.kid,
  text: 'No trusted certificate: nothing that it sends can be verified.',
}

/** What a provider of each protocol cannot do without, though the interface takes it without. */
const NEEDED: Readonly<Record<IdentityProviderProtocol['type'], readonly Part[]>> = {
  SAML2: [
    { of: ({ endpoints }) => endpoints?.sso?.url, text: 'No single sign-on address: people cannot be sent there.' },
    {
      of: ({ credentials }) => credentials?.trust?.issuer,
      text: 'No issuer: its assertions cannot be distinguished from others.',
    },
    TRUSTED,
  ],
  OIDC: [
    {
      of: ({ endpoints }) => endpoints?.authorization?.url,
      text: 'No authorization endpoint: people cannot be sent there.',
    },
    { of: ({ endpoints }) => endpoints?.token?.url, text: 'No token endpoint: its codes cannot be exchanged.' },
    CLIENT,
  ],
  OAUTH2: [CLIENT],
  MTLS: [TRUSTED],
}

/** What a provider lacks before anybody can come from it, one sentence each. */
export function missingParts({ protocol }: Pick<IdentityProvider, 'protocol'>): string[] {
  if (!protocol) return []
  return NEEDED[protocol.type].filter(({ of }) => !of(protocol)).map(({ text }) => text)
}
