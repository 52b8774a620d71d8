import type { App } from '#contract/apps/app.ts'
import { hasScheme, SIGN_ON_MODE_TABLE, SIGN_ON_MODES, type SignOnMode } from '#contract/apps/sign-on-modes.ts'
import StatementRows from './sign-on/StatementRows.vue'
import { statementLines } from './sign-on/statements.ts'
import { getIn, setIn } from '#ui/lib/tree.ts'
import { isOneOf, optionsOf, type Draft, type FieldSpec, type ObjectForm } from '#ui/resource/form/field-specs.ts'

const NAME = { path: 'label', label: 'Name', control: 'text', required: true } as const

const GRANTS = {
  authorization_code: 'Authorization code',
  refresh_token: 'Refresh token',
  client_credentials: 'Client credentials',
  implicit: 'Implicit (not recommended)',
  'urn:ietf:params:oauth:grant-type:device_code': 'Device code',
} as const

const TYPES = {
  web: 'Web application, with a server of its own',
  browser: 'Single-page application',
  native: 'Program on a device',
  service: 'Service, without a person',
} as const

const modes = (...names: SignOnMode[]) => isOneOf('signOnMode', ...names)
const address = (path: string, label: string, when: FieldSpec['when'], placeholder: string) =>
  ({ path, label, control: 'text', required: true, placeholder, ...(when ? { when } : {}) }) as const
const selector = (path: string, label: string, when: FieldSpec['when'], placeholder: string) =>
  ({ ...address(path, label, when, placeholder), mono: true }) as const

const hasThree = isOneOf('name', 'template_swa3field')
const butThree = (when: (draft: Draft) => boolean) => (draft: Draft) => when(draft) && !hasThree(draft)
const FORMS = butThree(modes('BROWSER_PLUGIN', 'SECURE_PASSWORD_STORE'))
const PAGES = butThree(modes('BOOKMARK', 'BASIC_AUTH', 'BROWSER_PLUGIN', 'SECURE_PASSWORD_STORE'))
const OIDC = modes('OPENID_CONNECT')
const SCHEMED = SIGN_ON_MODES.filter(hasScheme)
const isShared = isOneOf('credentials.scheme', 'SHARED_USERNAME_AND_PASSWORD')
const grantsOf = (draft: Draft) => (getIn(draft, 'settings.oauthClient.grant_types') ?? []) as readonly string[]
const [SAML, FEDERATION] = [modes('SAML_2_0'), modes('WS_FEDERATION')]

/** What each mode cannot do without; the rest starts with its defaults. */
const NEEDED: readonly FieldSpec[] = [
  {
    path: 'settings.oauthClient.application_type',
    label: 'Kind of application',
    control: 'choice',
    required: true,
    when: OIDC,
    options: optionsOf(Object.keys(TYPES), TYPES),
  },
  {
    path: 'settings.oauthClient.grant_types',
    label: 'Grants',
    control: 'many',
    when: OIDC,
    none: 'None',
    options: optionsOf(Object.keys(GRANTS), GRANTS),
  },
  {
    path: 'settings.oauthClient.redirect_uris',
    label: 'Redirect addresses',
    control: 'many',
    when: OIDC,
    none: 'None',
    free: true,
    options: [],
    help: 'Where people come back to after signing in. Type one and press Enter. A service has none.',
  },
  address('settings.app.url', 'Address', PAGES, 'https://wiki.example.com'),
  address(
    'settings.app.authURL',
    'Address that asks for the password',
    modes('BASIC_AUTH'),
    'https://wiki.example.com/login',
  ),
  selector('settings.app.usernameField', 'Field of the user name', FORMS, '#user'),
  selector('settings.app.passwordField', 'Field of the password', FORMS, '#password'),
  selector('settings.app.buttonField', 'Button', butThree(modes('BROWSER_PLUGIN')), '#sign-in'),
  address('settings.app.targetURL', 'Address', hasThree, 'https://wiki.example.com'),
  selector('settings.app.userNameSelector', 'Field of the user name', hasThree, '#user'),
  selector('settings.app.passwordSelector', 'Field of the password', hasThree, '#password'),
  selector('settings.app.extraFieldSelector', 'Third field', hasThree, '#company'),
  selector('settings.app.extraFieldValue', 'What is filled in there', hasThree, '4711'),
  selector('settings.app.buttonSelector', 'Button', hasThree, '#sign-in'),
  address('settings.signOn.loginUrl', 'Login page', modes('AUTO_LOGIN'), 'https://wiki.example.com/login'),
  address('settings.signOn.ssoAcsUrl', 'Assertion consumer service', SAML, 'https://wiki.example.com/saml/acs'),
  {
    ...address('settings.signOn.audience', 'Audience', SAML, 'https://wiki.example.com'),
    help: 'The entity ID of the service.',
  },
  address('settings.app.siteURL', 'Address', FEDERATION, 'https://wiki.example.com'),
  address('settings.app.wReplyURL', 'Reply address', FEDERATION, 'https://wiki.example.com/wsfed'),
  address('settings.app.audienceRestriction', 'Audience', FEDERATION, 'urn:example:wiki'),
]

/** A value of a setting that is one of a few, with the words for each. */
const choice = (path: string, label: string, when: FieldSpec['when'], words: Readonly<Record<string, string>>) =>
  ({ path, label, control: 'choice', options: optionsOf(Object.keys(words), words), when }) as const
const typed = (path: string, label: string, when: FieldSpec['when'], help: string) =>
  ({ path, label, control: 'many', options: [], free: true, none: 'None', help, when }) as const
const flag = (path: string, label: string, when: FieldSpec['when'], help?: string) =>
  ({ path, label, control: 'switch', off: false, when, ...(help ? { help } : {}) }) as const
const optional = (path: string, label: string, when: FieldSpec['when'], help: string) =>
  ({ path, label, control: 'text', help, when }) as const

const NAME_FORMATS = {
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified': 'Unspecified',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress': 'Email address',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent': 'Persistent',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient': 'Transient',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:x509SubjectName': 'X.509 subject name',
}
const CONSENT = { TRUSTED: 'Trusted: people are not asked', REQUIRED: 'People are asked' }
const ROTATION = { STATIC: 'The same token can be used again', ROTATE: 'Each use gives a new token' }
const ISSUERS = { DYNAMIC: 'The address that was called', ORG_URL: 'The organization', CUSTOM_URL: 'The own domain' }
const SCHEMES = {
  EDIT_USERNAME_AND_PASSWORD: 'People set name and password',
  EDIT_PASSWORD_ONLY: 'People set the password, the name follows the template',
  ADMIN_SETS_CREDENTIALS: 'Administrators set name and password',
  EXTERNAL_PASSWORD_SYNC: 'The password is that of the directory',
  SHARED_USERNAME_AND_PASSWORD: 'All share one name and password',
}

/** What starts with a default in each mode. */
const WITH_DEFAULTS: readonly FieldSpec[] = [
  typed(
    'settings.oauthClient.post_logout_redirect_uris',
    'Addresses after signing out',
    OIDC,
    'Where people come to after signing out. Type one and press Enter.',
  ),
  optional(
    'settings.oauthClient.initiate_login_uri',
    'Address that starts a sign-in',
    OIDC,
    'The organization sends people there when they start the application from their dashboard.',
  ),
  choice('settings.oauthClient.consent_method', 'Consent', OIDC, CONSENT),
  choice(
    'settings.oauthClient.refresh_token.rotation_type',
    'Refresh tokens',
    (draft) => OIDC(draft) && grantsOf(draft).includes('refresh_token'),
    ROTATION,
  ),
  choice('settings.oauthClient.issuer_mode', 'Issuer of tokens', OIDC, ISSUERS),
  flag(
    'settings.oauthClient.dpop_bound_access_tokens',
    'Tokens are bound to a key of the client (DPoP)',
    OIDC,
    'A stolen token is then worth nothing without the key.',
  ),
  {
    ...selector('settings.signOn.subjectNameIdTemplate', 'NameID', SAML, '${user.userName}'),
    help: 'Who they are. An expression inside ${…}; ${user.userName} is the name they have in this application.',
  },
  choice('settings.signOn.subjectNameIdFormat', 'Format of the NameID', SAML, NAME_FORMATS),
  {
    path: 'settings.signOn.attributeStatements',
    label: 'Attributes',
    control: 'own',
    component: StatementRows,
    lines: statementLines,
    when: SAML,
    help: 'What the application is told of them, beside who they are. The tab "What a person gets" shows what comes of it.',
  },
  optional(
    'settings.signOn.recipient',
    'Recipient',
    SAML,
    'The consumer service itself, unless the application asks for another.',
  ),
  optional(
    'settings.signOn.destination',
    'Destination',
    SAML,
    'The consumer service itself, unless the application asks for another.',
  ),
  optional('settings.signOn.defaultRelayState', 'Page after signing in', SAML, 'The default RelayState.'),
  flag('settings.signOn.responseSigned', 'The response is signed', SAML),
  flag('settings.signOn.assertionSigned', 'The assertion is signed', SAML),
  flag('settings.signOn.honorForceAuthn', 'People sign in again where the application asks for it', SAML),
  choice('credentials.scheme', 'Who sets the credentials', modes(...SCHEMED), SCHEMES),
  {
    ...address('credentials.userName', 'Shared name', isShared, 'shared.account'),
    help: 'The password is not stored here: nothing in this program fills in forms.',
  },
  {
    ...selector('credentials.userNameTemplate.template', 'Name of people there', undefined, '${source.login}'),
    help: 'An expression inside ${…}, with source for their profile: ${source.email}, ${fn:substringBefore(source.login, "@")}.',
  },
]

/** All that people can set of how an application signs them on; what an application is shown by. */
export const SETTINGS_FIELDS: readonly FieldSpec[] = [...NEEDED, ...WITH_DEFAULTS]

export const createForm: ObjectForm<App> = {
  blank: () => ({
    label: '',
    signOnMode: 'OPENID_CONNECT',
    settings: { oauthClient: { application_type: 'web', grant_types: ['authorization_code'] } },
  }),
  fields: [
    NAME,
    {
      path: 'signOnMode',
      label: 'Sign-on mode',
      control: 'choice',
      required: true,
      options: SIGN_ON_MODES.map((value) => ({ value, label: SIGN_ON_MODE_TABLE[value].label })),
      help: 'It starts with the default policies; assign it to groups or people next.',
    },
    ...NEEDED,
  ],
}

/** WHY without them: they follow the consumer service where they are the same, also to another address. */
function withoutFollowers(app: App): Draft {
  const draft = { ...app } as Draft
  const followed = getIn(draft, 'settings.signOn.ssoAcsUrl')
  return ['settings.signOn.recipient', 'settings.signOn.destination'].reduce(
    (kept, path) => (getIn(kept, path) === followed ? setIn(kept, path, undefined) : kept),
    draft,
  )
}

/** Its name and the settings of its mode; all else of it is sent back as it was read. */
export const editForm: ObjectForm<App> = {
  blank: createForm.blank,
  draftOf: withoutFollowers,
  fields: [NAME, ...SETTINGS_FIELDS],
  width: 720,
}
