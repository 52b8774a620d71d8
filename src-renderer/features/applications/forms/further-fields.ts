import { isOneOf, type FieldSpec, type When } from '#ui/resource/form/field-specs.ts'
import { choice, flag, machineText, optional, typed, zoneFields } from './field-makers.ts'
import {
  fillsByPlugin,
  fillsForm,
  hasBrowser,
  hasThreeFields,
  isAutoLogin,
  isBasicAuth,
  isBookmark,
  isClient,
  isPosted,
  isSaml,
  isWsFederation,
} from './when.ts'

const PATTERN = 'A regular expression: the login page is known by it where its address changes.'
const AFTER = 'Where people come to after signing in.'
const ZONES = 'settings.oauthClient.network'

/** Texts beside the name and the password, each a field of the form and what is filled in there. */
const filledIn = [1, 2, 3].flatMap((number) => [
  optional(`settings.app.optionalField${number}`, `Further field ${number}`, isPosted, 'Its name in the form.'),
  optional(`settings.app.optionalField${number}Value`, `Value ${number}`, isPosted, 'What is filled in there.'),
])

const isPage: When = (draft) => [isBasicAuth, fillsByPlugin, hasThreeFields].some((is) => is(draft))
const redirects: When = (draft) => fillsByPlugin(draft) || hasThreeFields(draft)

/** Of modes that open a page or fill in its form. */
export const FORM_FIELDS: readonly FieldSpec[] = [
  flag(
    'settings.app.requestIntegration',
    'Integration requested',
    isBookmark,
    'Asks the vendor to support single sign-on for it.',
  ),
  optional('settings.app.checkbox', 'Checkbox', (draft) => fillsByPlugin(draft) && fillsForm(draft), 'Is ticked too.'),
  machineText('settings.app.loginUrlRegex', 'Pattern of the login page', isPage, PATTERN),
  optional('settings.app.redirectUrl', 'Page after signing in', redirects, AFTER),
  optional('settings.signOn.redirectUrl', 'Page after signing in', isAutoLogin, AFTER),
  ...filledIn,
]

const GROUP_FORMATS = {
  windowsDomainQualifiedName: 'With the Windows domain',
  samAccountName: 'Account name',
  dn: 'Distinguished name',
}

/** Of WS-Federation. */
export const WS_FEDERATION_FIELDS: readonly FieldSpec[] = [
  optional('settings.app.realm', 'Realm', isWsFederation, 'The wtrealm of its requests; by default made of its key.'),
  flag(
    'settings.app.wReplyOverride',
    'Requests may name another reply address',
    isWsFederation,
    'Needed where it has several addresses; leave it off otherwise.',
  ),
  optional('settings.app.usernameAttribute', 'Attribute of the user name', isWsFederation, 'What it is called there.'),
  machineText(
    'settings.app.attributeStatements',
    'Attributes',
    isWsFederation,
    'As name|expression|namespace, by commas.',
  ),
  optional('settings.app.groupName', 'Attribute of the groups', isWsFederation, 'Without one, no groups are sent.'),
  machineText(
    'settings.app.groupFilter',
    'Groups that are sent',
    isWsFederation,
    'A regular expression for their names.',
  ),
  choice(
    'settings.app.groupValueFormat',
    'Form of the groups',
    isWsFederation,
    GROUP_FORMATS,
    'How names of groups from a directory are written.',
  ),
  machineText(
    'settings.app.authnContextClassRef',
    'Authentication context',
    isWsFederation,
    'How people proved who they are.',
  ),
]

/** Of SAML 2.0, asked for by some services only. */
export const FURTHER_SAML_FIELDS: readonly FieldSpec[] = [
  machineText(
    'settings.signOn.authnContextClassRef',
    'Authentication context',
    isSaml,
    'How people proved who they are.',
  ),
  machineText('settings.signOn.idpIssuer', 'Issuer', isSaml, 'Who says it; ${org.externalKey} is the name of the key.'),
  flag('settings.signOn.requestCompressed', 'Requests are compressed', isSaml, 'Those that it sends.'),
]

const STARTS = { DISABLED: 'No', SPEC: 'Yes, as OpenID Connect says', SVC: 'Yes, with a token at once' }
const WILDCARDS = { DISABLED: 'Never', SUBDOMAIN: 'For subdomains' }
const NETWORKS = { ANYWHERE: 'Anywhere', ZONE: 'By network zones' }
const byZone: When = (draft) => isClient(draft) && isOneOf(`${ZONES}.connection`, 'ZONE')(draft)
const startsThere: When = (draft) =>
  hasBrowser(draft) && isOneOf('settings.oauthClient.idp_initiated_login.mode', 'SPEC', 'SVC')(draft)
const logsOutThere: When = (draft) =>
  hasBrowser(draft) && !isOneOf('settings.oauthClient.participate_slo', 'false')(draft)

/** Of clients, asked for by some only. */
export const FURTHER_CLIENT_FIELDS: readonly FieldSpec[] = [
  choice(
    'settings.oauthClient.wildcard_redirect',
    'Redirect addresses with *',
    hasBrowser,
    WILDCARDS,
    'Control of one subdomain is enough to get the codes of all. Leave it off if you can.',
  ),
  choice(
    'settings.oauthClient.idp_initiated_login.mode',
    'Starts from the dashboard',
    hasBrowser,
    STARTS,
    'Whether people can start it from their dashboard.',
  ),
  typed(
    'settings.oauthClient.idp_initiated_login.default_scope',
    'Scopes from the dashboard',
    startsThere,
    'What it asks for then, such as openid.',
  ),
  flag(
    'settings.oauthClient.participate_slo',
    'Signs out with other applications',
    hasBrowser,
    'People who sign out elsewhere are signed out here too.',
  ),
  optional(
    'settings.oauthClient.frontchannel_logout_uri',
    'Address that signs out',
    logsOutThere,
    'Opened in the browser of people who sign out elsewhere.',
  ),
  flag(
    'settings.oauthClient.frontchannel_logout_session_required',
    'The request names the session that ends',
    logsOutThere,
    'By issuer (iss) and session id (sid).',
  ),
  optional(
    'settings.oauthClient.jwks_uri',
    'Address of its public keys',
    isClient,
    'In place of keys under Credentials.',
  ),
  optional(
    'settings.oauthClient.request_object_signing_alg',
    'Signature of its requests',
    isClient,
    'Such as RS256. Then it must sign each.',
  ),
  {
    ...choice(`${ZONES}.connection`, 'Where it may get tokens', isClient, NETWORKS, 'From which networks it may ask.'),
    none: 'Not set: anywhere',
  },
  ...zoneFields(ZONES, byZone),
  optional('settings.oauthClient.client_uri', 'Home page', hasBrowser, 'Shown where people are asked.'),
  optional('settings.oauthClient.logo_uri', 'Address of a logo', hasBrowser, 'Shown where people are asked.'),
  optional('settings.oauthClient.tos_uri', 'Terms of service', hasBrowser, 'Shown where people are asked.'),
  optional('settings.oauthClient.policy_uri', 'Privacy policy', hasBrowser, 'Shown where people are asked.'),
]
