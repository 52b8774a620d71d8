import { METHOD_LABELS } from '#ui/domain/oauth-labels.ts'
import { NAME_FORMATS } from '#ui/domain/saml-labels.ts'
import type { FieldSpec } from '#ui/resource/form/field-specs.ts'
import StatementRows from '../sign-on/StatementRows.vue'
import { statementLines } from '../sign-on/statements.ts'
import { address, choice, flag, optional, selector, typed } from './field-makers.ts'
import { FORM_FIELDS, FURTHER_CLIENT_FIELDS, FURTHER_SAML_FIELDS, WS_FEDERATION_FIELDS } from './further-fields.ts'
import { LISTED_FIELDS } from './listed-fields.ts'
import {
  hasBrowser,
  hasCredentials,
  isClient,
  isSaml,
  isShared,
  isWsFederation,
  rotatesTokens,
  statesAttributes,
  usesRefreshTokens,
} from './when.ts'

const CONSENT = { TRUSTED: 'Trusted: people are not asked', REQUIRED: 'People are asked' }
const ROTATION = { STATIC: 'The same token can be used again', ROTATE: 'Each use gives a new token' }
const ISSUERS = { DYNAMIC: 'The address that was called', ORG_URL: 'The organization', CUSTOM_URL: 'The own domain' }
const SIGNATURES = { RSA_SHA256: 'RSA with SHA-256', RSA_SHA1: 'RSA with SHA-1 (not recommended)' }
const DIGESTS = { SHA256: 'SHA-256', SHA1: 'SHA-1 (not recommended)' }
const SCHEMES = {
  EDIT_USERNAME_AND_PASSWORD: 'People set name and password',
  EDIT_PASSWORD_ONLY: 'People set the password, the name follows the template',
  ADMIN_SETS_CREDENTIALS: 'Administrators set name and password',
  EXTERNAL_PASSWORD_SYNC: 'The password is that of the directory',
  SHARED_USERNAME_AND_PASSWORD: 'All share one name and password',
}
const SAME_AS_ACS = 'Only if the application asks for another one than the consumer service.'

const CLIENT_FIELDS: readonly FieldSpec[] = [
  choice(
    'credentials.oauthClient.token_endpoint_auth_method',
    'Client authentication',
    isClient,
    METHOD_LABELS,
    'What it shows to get tokens. Single-page and native applications cannot keep a secret.',
  ),
  flag(
    'credentials.oauthClient.pkce_required',
    'PKCE is required',
    hasBrowser,
    'An intercepted code is useless (RFC 7636). Switch it on unless an old client cannot.',
  ),
  typed(
    'settings.oauthClient.post_logout_redirect_uris',
    'Addresses after signing out',
    hasBrowser,
    'Where people land after signing out. Type an address and press Enter to add it.',
  ),
  optional(
    'settings.oauthClient.initiate_login_uri',
    'Address that starts a sign-in',
    hasBrowser,
    'The organization sends people there when they start the application from their dashboard.',
  ),
  choice(
    'settings.oauthClient.consent_method',
    'Consent',
    hasBrowser,
    CONSENT,
    'Whether people are asked before it gets data about them. Ask for applications of others.',
  ),
  choice(
    'settings.oauthClient.refresh_token.rotation_type',
    'Refresh tokens',
    usesRefreshTokens,
    ROTATION,
    'A token that is replaced at each use shows at once when it was stolen.',
  ),
  {
    path: 'settings.oauthClient.refresh_token.leeway',
    label: 'Leeway',
    control: 'number',
    unit: 'seconds',
    min: 0,
    when: rotatesTokens,
    help: 'How long the former token still works, for clients that ask twice.',
  },
  choice(
    'settings.oauthClient.issuer_mode',
    'Issuer of tokens',
    isClient,
    ISSUERS,
    'Clients that check the issuer need one that stays.',
  ),
  flag(
    'settings.oauthClient.dpop_bound_access_tokens',
    'Tokens are bound to a key of the client (DPoP)',
    isClient,
    'A stolen token is then useless without the key.',
  ),
]

const SAML_FIELDS: readonly FieldSpec[] = [
  {
    ...selector('settings.signOn.subjectNameIdTemplate', 'NameID', isSaml, '${user.userName}'),
    help: 'The name that is sent. An expression inside ${…}; ${user.userName} is the name they have in this application.',
  },
  choice(
    'settings.signOn.subjectNameIdFormat',
    'Format of the NameID',
    isSaml,
    NAME_FORMATS,
    'Only where the service asks for one.',
  ),
  {
    path: 'settings.signOn.attributeStatements',
    label: 'Attributes',
    control: 'own',
    component: StatementRows,
    lines: statementLines,
    wide: true,
    when: statesAttributes,
    help: 'Attributes of people that are sent to the application. The tab “What a person gets” shows the result.',
  },
  optional('settings.signOn.recipient', 'Recipient', isSaml, SAME_AS_ACS),
  optional('settings.signOn.destination', 'Destination', isSaml, SAME_AS_ACS),
  optional('settings.signOn.defaultRelayState', 'Page after signing in', isSaml, 'The default RelayState.'),
  choice(
    'settings.signOn.signatureAlgorithm',
    'Signature',
    isSaml,
    SIGNATURES,
    'SHA-1 only for services that know nothing else.',
  ),
  choice('settings.signOn.digestAlgorithm', 'Digest', isSaml, DIGESTS, 'Goes with the signature.'),
  flag('settings.signOn.responseSigned', 'The response is signed', isSaml, 'Services check it by the certificate.'),
  flag('settings.signOn.assertionSigned', 'The assertion is signed', isSaml, 'Some services check only this one.'),
  flag(
    'settings.signOn.honorForceAuthn',
    'People sign in again where the application asks for it',
    isSaml,
    'ForceAuthn of its requests.',
  ),
]

const WS_NAME_FORMAT = choice(
  'settings.app.nameIDFormat',
  'Format of the NameID',
  isWsFederation,
  NAME_FORMATS,
  'Only where the service asks for one.',
)

/** What starts with a default in each mode. */
export const DEFAULT_FIELDS: readonly FieldSpec[] = [
  ...CLIENT_FIELDS,
  ...FURTHER_CLIENT_FIELDS,
  ...SAML_FIELDS,
  ...FURTHER_SAML_FIELDS,
  ...FORM_FIELDS,
  WS_NAME_FORMAT,
  ...WS_FEDERATION_FIELDS,
  ...LISTED_FIELDS,
  choice(
    'credentials.scheme',
    'Who sets the credentials',
    hasCredentials,
    SCHEMES,
    'Whose name and password are filled in there.',
  ),
  {
    ...address('credentials.userName', 'Shared name', isShared, 'shared.account'),
    help: 'The password is not stored here: nothing in this program fills in forms.',
  },
  {
    ...selector('credentials.userNameTemplate.template', 'Name of people there', undefined, '${source.login}'),
    help: 'An expression inside ${…}, with source for their profile: ${source.email}, ${fn:substringBefore(source.login, "@")}.',
  },
]
