import type { IdentityProviderType, PROTOCOLS_OF } from '#contract/policy/resources/identity-provider-protocol.ts'

/** What the types of identity providers are called; those that are missing are names already. */
export const PROVIDER_LABELS: Readonly<Record<IdentityProviderType | 'SVC', string>> = {
  SVC: 'This service',
  SAML2: 'SAML 2.0',
  OIDC: 'OpenID Connect',
  APPLE: 'Apple',
  FACEBOOK: 'Facebook',
  GOOGLE: 'Google',
  LINKEDIN: 'LinkedIn',
  MICROSOFT: 'Microsoft',
  X509: 'Smart card (X.509)',
  AgentlessDSSO: 'Agentless desktop sign-on',
  IWA: 'Integrated Windows sign-on',
}

/** The label of a type, also of one that this program does not know. */
export const providerLabel = (type: string): string =>
  (PROVIDER_LABELS as Readonly<Record<string, string>>)[type] ?? type

/** What the protocols that providers speak are called. */
export const PROTOCOL_LABELS: Readonly<Record<(typeof PROTOCOLS_OF)[IdentityProviderType][number], string>> = {
  SAML2: 'SAML 2.0',
  OIDC: 'OpenID Connect',
  OAUTH2: 'OAuth 2.0',
  MTLS: 'Mutual TLS',
}
