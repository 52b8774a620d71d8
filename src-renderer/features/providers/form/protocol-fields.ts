import { PROTOCOLS_OF, type IdentityProviderType } from '#contract/policy/resources/identity-provider-protocol.ts'
import { PROTOCOL_LABELS } from '#ui/domain/identity-providers.ts'
import { NAME_FORMATS } from '#ui/domain/saml-labels.ts'
import { getIn } from '#ui/lib/tree.ts'
import { addressProblem } from '#ui/lib/web-address.ts'
import {
  isOneOf,
  optionsOf,
  type Draft,
  type FieldSpec,
  type SpecOf,
  type When,
} from '#ui/resource/form/field-specs.ts'
import CertificateField from '../credentials/CertificateField.vue'

const SAML = isOneOf('type', 'SAML2')
const OIDC = isOneOf('type', 'OIDC')
const speaks =
  (...protocols: string[]) =>
  (draft: Draft) =>
    protocols.includes(String(getIn(draft, 'protocol.type')))
const CLIENT = speaks('OIDC', 'OAUTH2')
const choosesProtocol = (draft: Draft) => (PROTOCOLS_OF[draft['type'] as IdentityProviderType] ?? []).length > 1

const address = (path: string, label: string, when: When, placeholder: string, help?: string): SpecOf<'text'> => ({
  path,
  label,
  control: 'text',
  mono: true,
  placeholder,
  check: addressProblem,
  when,
  help,
})
const choice = (
  path: string,
  label: string,
  when: When,
  words: Readonly<Record<string, string>>,
  help?: string,
): SpecOf<'choice'> => ({
  path,
  label,
  control: 'choice',
  required: true,
  options: optionsOf(Object.keys(words), words),
  when,
  help,
})

const ALGORITHMS = { 'SHA-256': 'SHA-256', 'SHA-1': 'SHA-1 (broken; only where the provider knows nothing else)' }
const BINDINGS = { 'HTTP-POST': 'HTTP POST', 'HTTP-REDIRECT': 'HTTP redirect' }
/** SAML 2.0: what the provider's metadata tell, then how both sides sign. */
const SAML_FIELDS: readonly FieldSpec[] = [
  {
    path: 'protocol.credentials.trust.issuer',
    label: 'Issuer',
    control: 'text',
    mono: true,
    required: true,
    placeholder: 'https://id.example.com/saml',
    help: 'The entity ID in the metadata of the provider.',
    when: SAML,
  },
  {
    ...address('protocol.endpoints.sso.url', 'Single sign-on address', SAML, 'https://id.example.com/saml/sso'),
    required: true,
    help: 'Where people are sent to sign in.',
  },
  choice('protocol.endpoints.sso.binding', 'Binding', SAML, BINDINGS, 'How the request gets there.'),
  address(
    'protocol.endpoints.sso.destination',
    'Destination',
    SAML,
    '',
    'In the request; only where it differs from the single sign-on address.',
  ),
  {
    path: 'protocol.credentials.trust.kid',
    label: 'Trusted certificate',
    control: 'own',
    component: CertificateField,
    lines: (value) => (typeof value === 'string' ? [value] : []),
    help: 'What the provider signs with, or what issues its cards. Without one nothing that it sends is accepted.',
    when: isOneOf('type', 'SAML2', 'X509'),
  },
  {
    path: 'protocol.credentials.trust.audience',
    label: 'Audience',
    control: 'text',
    mono: true,
    help: 'The audience that assertions must have. Empty: the entity ID in the metadata of this service.',
    when: SAML,
  },
  choice(
    'protocol.endpoints.acs.type',
    'Assertion consumer service',
    SAML,
    { INSTANCE: 'One of this provider alone', ORG: 'That of the organization' },
    'Where people come back to. Usually each provider has its own.',
  ),
  { path: 'signing', label: 'Signatures', control: 'heading', when: SAML },
  choice(
    'protocol.algorithms.request.signature.scope',
    'Requests',
    SAML,
    { REQUEST: 'Signed', NONE: 'Not signed' },
    'Signed by default: the provider can then tell that they come from here.',
  ),
  choice('protocol.algorithms.request.signature.algorithm', 'Algorithm of requests', SAML, ALGORITHMS),
  choice(
    'protocol.algorithms.response.signature.scope',
    'Signed answers',
    SAML,
    { ANY: 'The response or the assertion', RESPONSE: 'The response' },
    'The part of its answer that must be signed. By default either is enough.',
  ),
  choice('protocol.algorithms.response.signature.algorithm', 'Algorithm of answers', SAML, ALGORITHMS),
  { path: 'names', label: 'Names', control: 'heading', when: SAML },
  choice(
    'protocol.settings.nameFormat',
    'Format of the NameID',
    SAML,
    NAME_FORMATS,
    'Unspecified by default: the provider decides.',
  ),
  {
    path: 'protocol.settings.honorPersistentNameId',
    label: 'Honor persistent NameIDs',
    control: 'switch',
    off: false,
    help: 'On by default: a linked person is found again even if their other attributes change.',
    when: SAML,
  },
]

/** OpenID Connect and OAuth: who we are there, then where to ask. */
const CLIENT_FIELDS: readonly FieldSpec[] = [
  {
    path: 'protocol.type',
    label: 'Protocol',
    control: 'choice',
    required: true,
    options: (draft: Draft) => optionsOf(PROTOCOLS_OF[draft['type'] as IdentityProviderType] ?? [], PROTOCOL_LABELS),
    when: choosesProtocol,
    help: 'The first is what the provider usually speaks.',
  },
  {
    path: 'protocol.credentials.client.client_id',
    label: 'Client id',
    control: 'text',
    mono: true,
    required: true,
    help: 'As the provider gave it when this service was registered there.',
    when: CLIENT,
  },
  {
    path: 'protocol.credentials.client.client_secret',
    label: 'Client secret',
    control: 'text',
    mono: true,
    secret: true,
    help: 'Stored encrypted, and never written to an event or the log.',
    when: CLIENT,
  },
  {
    path: 'protocol.credentials.client.pkce_required',
    label: 'Codes are bound to the browser that asked for them (PKCE)',
    control: 'switch',
    off: false,
    help: 'Recommended where the provider knows it.',
    when: OIDC,
  },
  {
    path: 'protocol.scopes',
    label: 'Scopes',
    control: 'many',
    free: true,
    none: 'None',
    options: () => optionsOf(['openid', 'profile', 'email']),
    help: 'What is asked for about the person. OpenID Connect needs openid.',
    when: CLIENT,
  },
  { path: 'endpoints', label: 'Endpoints', control: 'heading', when: OIDC },
  { ...address('protocol.issuer.url', 'Issuer', OIDC, 'https://id.example.com'), required: true },
  {
    ...address(
      'protocol.endpoints.authorization.url',
      'Authorization endpoint',
      OIDC,
      'https://id.example.com/authorize',
    ),
    required: true,
    help: 'Where people are sent to sign in.',
  },
  {
    ...address('protocol.endpoints.token.url', 'Token endpoint', OIDC, 'https://id.example.com/token'),
    required: true,
  },
  address(
    'protocol.endpoints.jwks.url',
    'Keys',
    OIDC,
    'https://id.example.com/keys',
    'The JSON Web Key Set that verifies ID tokens.',
  ),
  address(
    'protocol.endpoints.userInfo.url',
    'User info endpoint',
    OIDC,
    'https://id.example.com/userinfo',
    'Only where attributes are missing in the ID token.',
  ),
  {
    path: 'endpointsNote',
    label: '',
    control: 'note',
    text: 'Its endpoints are known and filled in.',
    when: (draft) => CLIENT(draft) && !OIDC(draft),
  },
]

const LOCAL: readonly FieldSpec[] = [
  {
    path: 'localNote',
    label: '',
    control: 'note',
    text: 'People of the local network are signed in by it. There is nothing to set up here.',
    when: isOneOf('type', 'IWA', 'AgentlessDSSO'),
  },
]

/** How a provider is spoken to, by its type. */
export const PROTOCOL_FIELDS: readonly FieldSpec[] = [...SAML_FIELDS, ...CLIENT_FIELDS, ...LOCAL]
