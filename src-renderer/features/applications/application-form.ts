import type { App } from '#contract/apps/app.ts'
import { SIGN_ON_MODE_TABLE, SIGN_ON_MODES, type SignOnMode } from '#contract/apps/sign-on-modes.ts'
import { isOneOf, optionsOf, type FieldSpec, type ObjectForm } from '#ui/resource/form/field-specs.ts'

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

const FORMS = modes('BROWSER_PLUGIN', 'SECURE_PASSWORD_STORE')
const PAGES = modes('BOOKMARK', 'BASIC_AUTH', 'BROWSER_PLUGIN', 'SECURE_PASSWORD_STORE')
const OIDC = modes('OPENID_CONNECT')
const [SAML, FEDERATION] = [modes('SAML_2_0'), modes('WS_FEDERATION')]

/** What each mode cannot do without; the rest starts with its defaults. */
export const MODE_FIELDS: readonly FieldSpec[] = [
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
  selector('settings.app.buttonField', 'Button', modes('BROWSER_PLUGIN'), '#sign-in'),
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
    ...MODE_FIELDS,
  ],
}

/** Its name and what its mode cannot do without; all else of it is sent back as it was read. */
export const editForm: ObjectForm<App> = {
  blank: createForm.blank,
  bodyOf: (draft) => draft,
  fields: [NAME, ...MODE_FIELDS],
}
