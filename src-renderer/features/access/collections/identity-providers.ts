import {
  IDENTITY_PROVIDER_TYPES,
  PROTOCOLS_OF,
  type IdentityProviderType,
} from '#contract/policy/resources/identity-provider-protocol.ts'
import { getIn } from '#ui/lib/tree.ts'
import { defineCollection, NAMED_BY_POLICIES } from '#ui/resource/collection/define-collection.ts'
import { NAME_FIELD, optionsOf, type Draft } from '#ui/resource/form/field-specs.ts'

const PROVIDER_LABELS = {
  SAML2: 'SAML 2.0',
  OIDC: 'OpenID Connect',
  X509: 'Smart card (X.509)',
  IWA: 'Desktop sign-on',
}

const protocolsOf = (draft: Draft) => PROTOCOLS_OF[draft['type'] as IdentityProviderType] ?? []
const speaks =
  (...protocols: string[]) =>
  (draft: Draft) =>
    protocols.includes(String(getIn(draft, 'protocol.type')))

/** Other services that vouch for people. */
export const identityProviders = defineCollection(
  {
    kind: 'identityProvider',
    title: 'Identity providers',
    operations: {
      list: 'listIdentityProviders',
      get: 'getIdentityProvider',
      create: 'createIdentityProvider',
      replace: 'replaceIdentityProvider',
      remove: 'deleteIdentityProvider',
      activate: 'activateIdentityProvider',
      deactivate: 'deactivateIdentityProvider',
    },
    nameOf: ({ name }) => name,
  },
  {
    lead: 'Other services that vouch for people. Routing rules send people to them.',
    aboutTitle: 'Type',
    about: ({ type }) => (PROVIDER_LABELS as Record<string, string>)[type] ?? type,
    changedAt: ({ lastUpdated }) => lastUpdated,
    ...NAMED_BY_POLICIES,
    form: {
      blank: (type = 'OIDC') => {
        const [protocol] = PROTOCOLS_OF[type as IdentityProviderType]
        return { type, name: '', ...(protocol ? { protocol: { type: protocol } } : {}) }
      },
      fields: [
        {
          path: 'type',
          label: 'Type',
          control: 'choice',
          fixed: true,
          options: optionsOf(IDENTITY_PROVIDER_TYPES, PROVIDER_LABELS),
        },
        NAME_FIELD,
        {
          path: 'protocol.type',
          label: 'Protocol',
          control: 'choice',
          none: 'Not set',
          options: (draft: Draft) => optionsOf(protocolsOf(draft)),
          when: (draft) => protocolsOf(draft).length > 0,
        },
        {
          path: 'protocol.issuer.url',
          label: 'Issuer',
          control: 'text',
          mono: true,
          placeholder: 'https://id.example.com',
          when: speaks('OIDC', 'SAML2'),
        },
        {
          path: 'protocol.endpoints.authorization.url',
          label: 'Authorization endpoint',
          control: 'text',
          mono: true,
          when: speaks('OIDC', 'OAUTH2'),
        },
        {
          path: 'protocol.endpoints.token.url',
          label: 'Token endpoint',
          control: 'text',
          mono: true,
          when: speaks('OIDC', 'OAUTH2'),
        },
        {
          path: 'protocol.credentials.client.client_id',
          label: 'Client id',
          control: 'text',
          mono: true,
          when: speaks('OIDC', 'OAUTH2'),
        },
        {
          path: 'protocol.scopes',
          label: 'Scopes',
          control: 'many',
          free: true,
          none: 'None',
          options: () => optionsOf(['openid', 'profile', 'email']),
          when: speaks('OIDC', 'OAUTH2'),
        },
        {
          path: 'protocol.endpoints.sso.url',
          label: 'Sign-in address',
          control: 'text',
          mono: true,
          when: speaks('SAML2'),
        },
        {
          path: 'protocol.credentials.trust.audience',
          label: 'Audience',
          control: 'text',
          mono: true,
          when: speaks('SAML2'),
        },
      ],
    },
  },
)
