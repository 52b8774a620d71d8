import { GRANT_LABELS, grantChoices } from '#ui/domain/oauth-labels.ts'
import { optionsOf, type FieldSpec } from '#ui/resource/form/field-specs.ts'
import { address, selector } from './field-makers.ts'
import {
  fillsByPlugin,
  fillsForm,
  hasThreeFields,
  isAutoLogin,
  isBasicAuth,
  isClient,
  isSaml,
  isWsFederation,
  opensPage,
} from './when.ts'

const TYPES = {
  web: 'Web application, with a server of its own',
  browser: 'Single-page application',
  native: 'Native application',
  service: 'Service, without a person',
} as const

const GRANTS = [
  ...grantChoices('authorization_code', 'refresh_token', 'client_credentials'),
  { value: 'implicit', label: `${GRANT_LABELS.implicit} (not recommended)` },
  ...grantChoices('urn:ietf:params:oauth:grant-type:device_code'),
]

/** What each mode cannot do without; the rest starts with its defaults. */
export const NEEDED_FIELDS: readonly FieldSpec[] = [
  {
    path: 'settings.oauthClient.application_type',
    label: 'Kind of application',
    control: 'choice',
    required: true,
    when: isClient,
    options: optionsOf(Object.keys(TYPES), TYPES),
    help: 'Decides which grants it can use, and whether it can keep a secret.',
  },
  {
    path: 'settings.oauthClient.grant_types',
    label: 'Grants',
    control: 'many',
    when: isClient,
    none: 'None',
    options: GRANTS,
    help: 'How it gets tokens. People sign in by an authorization code; a refresh token lets it go on without them.',
  },
  {
    path: 'settings.oauthClient.redirect_uris',
    label: 'Redirect addresses',
    control: 'many',
    when: isClient,
    none: 'None',
    free: true,
    options: [],
    help: 'Where people come back to after signing in. Type an address and press Enter to add it. A service has none.',
  },
  address('settings.app.url', 'Address', opensPage, 'https://wiki.example.com'),
  address('settings.app.authURL', 'Address that asks for the password', isBasicAuth, 'https://wiki.example.com/login'),
  selector('settings.app.usernameField', 'Field of the user name', fillsForm, '#user'),
  selector('settings.app.passwordField', 'Field of the password', fillsForm, '#password'),
  selector('settings.app.buttonField', 'Button', fillsByPlugin, '#sign-in'),
  address('settings.app.targetURL', 'Address', hasThreeFields, 'https://wiki.example.com'),
  selector('settings.app.userNameSelector', 'Field of the user name', hasThreeFields, '#user'),
  selector('settings.app.passwordSelector', 'Field of the password', hasThreeFields, '#password'),
  selector('settings.app.extraFieldSelector', 'Third field', hasThreeFields, '#company'),
  selector('settings.app.extraFieldValue', 'What is filled in there', hasThreeFields, '4711'),
  selector('settings.app.buttonSelector', 'Button', hasThreeFields, '#sign-in'),
  address('settings.signOn.loginUrl', 'Login page', isAutoLogin, 'https://wiki.example.com/login'),
  {
    ...address('settings.signOn.ssoAcsUrl', 'Assertion consumer service', isSaml, 'https://wiki.example.com/saml/acs'),
    help: 'Where assertions are posted to. The service’s documentation may call it single sign-on URL or ACS URL.',
  },
  {
    ...address('settings.signOn.audience', 'Audience', isSaml, 'https://wiki.example.com'),
    help: 'The entity ID of the service.',
  },
  address('settings.app.siteURL', 'Address', isWsFederation, 'https://wiki.example.com'),
  {
    ...address('settings.app.wReplyURL', 'Reply address', isWsFederation, 'https://wiki.example.com/wsfed'),
    help: 'Where tokens are posted to (wreply).',
  },
  address('settings.app.audienceRestriction', 'Audience', isWsFederation, 'urn:example:wiki'),
]
