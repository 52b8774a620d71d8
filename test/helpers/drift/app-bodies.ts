import { CATALOGUE_NAMES } from '#contract/apps/catalogue/catalogue.ts'
import { CATALOGUE } from '#contract/apps/catalogue/entries.ts'
import { SIGN_ON_MODES } from '#contract/apps/sign-on-modes.ts'
import { SOUND_SETTINGS, soundApp } from '../app-bodies.ts'
import { PUBLIC_KEY } from '../client-keys.ts'

const URL = 'https://wiki.example.test'

/** What every application can hold, none of it as in a new one. */
const COMMON = {
  accessibility: { selfService: false, errorRedirectUrl: `${URL}/error`, loginRedirectUrl: `${URL}/login` },
  visibility: { autoLaunch: true, autoSubmitToolbar: true, hide: { iOS: true, web: true } },
}
const COMMON_SETTINGS = {
  notifications: { vpn: { network: { connection: 'ANYWHERE' }, message: 'Use the network', helpUrl: `${URL}/help` } },
  manualProvisioning: true,
  implicitAssignment: false,
  notes: { admin: 'For administrators', enduser: 'For people' },
}
const NAMED = { userNameTemplate: { template: '${source.email}', type: 'CUSTOM', pushStatus: 'PUSH', suffix: '' } }

/** An application as a configuration tool sends it: all that it knows, empty texts for what nobody set. */
const whole = (label: string, body: { settings?: object; credentials?: object } & Record<string, unknown>) => ({
  ...{ label, ...COMMON, ...body },
  settings: { ...COMMON_SETTINGS, ...body.settings },
  credentials: { ...NAMED, ...body.credentials },
})

const SWA = { buttonField: 'b', passwordField: 'p', usernameField: 'u', url: URL, checkbox: '', redirectUrl: '' }

const FORMS = [
  whole('Shared name', {
    ...{ name: 'template_swa', signOnMode: 'BROWSER_PLUGIN', settings: { app: { ...SWA, loginUrlRegex: '' } } },
    credentials: { scheme: 'SHARED_USERNAME_AND_PASSWORD', revealPassword: true, userName: 'all of us' },
  }),
  whole('Own name', {
    ...{ name: 'template_swa', signOnMode: 'BROWSER_PLUGIN' },
    settings: { app: { ...SWA, checkbox: '#stay', redirectUrl: `${URL}/on`, loginUrlRegex: '^https' } },
    credentials: { scheme: 'ADMIN_SETS_CREDENTIALS', revealPassword: false, userName: '' },
  }),
  whole('Three fields', {
    ...{ name: 'template_swa3field', signOnMode: 'BROWSER_PLUGIN' },
    settings: {
      app: {
        ...{ buttonSelector: 'b', extraFieldSelector: 'x', extraFieldValue: 'y', passwordSelector: 'p' },
        ...{ targetURL: URL, userNameSelector: 'u', loginUrlRegex: 'r', redirectUrl: URL },
      },
    },
  }),
  whole('Password store', {
    ...{ name: 'template_sps', signOnMode: 'SECURE_PASSWORD_STORE' },
    settings: {
      app: {
        ...{ url: URL, usernameField: 'u', passwordField: 'p', optionalField1: 'a', optionalField1Value: 'b' },
        ...{ optionalField2: '', optionalField2Value: '', optionalField3: 'c', optionalField3Value: 'd' },
      },
    },
    credentials: { scheme: 'EDIT_PASSWORD_ONLY', revealPassword: true },
  }),
  whole('Sent on', {
    signOnMode: 'AUTO_LOGIN',
    settings: { signOn: { loginUrl: `${URL}/login`, redirectUrl: `${URL}/on` } },
    credentials: { scheme: 'EXTERNAL_PASSWORD_SYNC', revealPassword: false },
  }),
  whole('Bookmarked', {
    ...{ name: 'bookmark', signOnMode: 'BOOKMARK', settings: { app: { url: URL, requestIntegration: true } } },
  }),
  whole('Basic', {
    ...{ name: 'template_basic_auth', signOnMode: 'BASIC_AUTH' },
    settings: { app: { url: URL, authURL: `${URL}/login`, loginUrlRegex: 'x' } },
  }),
]

const STATEMENTS = [
  {
    ...{ type: 'EXPRESSION', name: 'city', namespace: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic' },
    values: ['user.city'],
  },
  {
    ...{ type: 'GROUP', name: 'teams', namespace: 'urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified' },
    ...{ filterType: 'STARTS_WITH', filterValue: 'Team' },
  },
]

const federated = (certificate: string) => [
  whole('Signed in by SAML', {
    signOnMode: 'SAML_2_0',
    settings: {
      signOn: {
        ...{ ...SOUND_SETTINGS.SAML_2_0.signOn, recipient: `${URL}/to`, destination: `${URL}/for` },
        ...{ defaultRelayState: 'on', subjectNameIdTemplate: '${user.email}' },
        subjectNameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
        ...{ responseSigned: false, assertionSigned: false, signatureAlgorithm: 'RSA_SHA1', digestAlgorithm: 'SHA1' },
        ...{ honorForceAuthn: false, authnContextClassRef: 'urn:x', requestCompressed: true },
        ...{ attributeStatements: STATEMENTS, inlineHooks: [{ id: 'cal1' }], allowMultipleAcsEndpoints: true },
        ...{ acsEndpoints: [{ url: `${URL}/acs/2`, index: 1 }], samlSignedRequestEnabled: true },
        slo: { enabled: true, issuer: 'urn:wiki', logoutUrl: `${URL}/out` },
        ...{ spCertificate: { x5c: [certificate] }, assertionEncryption: { enabled: false } },
      },
    },
  }),
  whole('Signed in by WS-Federation', {
    ...{ name: 'template_wsfed', signOnMode: 'WS_FEDERATION' },
    settings: {
      app: {
        ...{ ...SOUND_SETTINGS.WS_FEDERATION.app, realm: 'urn:realm', wReplyOverride: true, groupName: 'groups' },
        nameIDFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
        ...{ authnContextClassRef: 'urn:x', usernameAttribute: 'name', attributeStatements: 'a|b', groupFilter: '.*' },
        groupValueFormat: 'samAccountName',
      },
    },
  }),
]

/** What a client of some kind is asked, with how it proves itself. */
const client = (label: string, method: string, oauthClient: object, credentials: object = {}) =>
  whole(label, {
    ...{ name: 'oidc_client', signOnMode: 'OPENID_CONNECT', profile: { cost: { centre: 7 }, tags: ['a'] } },
    settings: { oauthClient },
    credentials: { oauthClient: { autoKeyRotation: true, token_endpoint_auth_method: method, ...credentials } },
  })

const CLIENTS = [
  client(
    'Web client',
    'client_secret_basic',
    {
      ...{ application_type: 'web', grant_types: ['authorization_code', 'refresh_token', 'implicit'] },
      ...{
        redirect_uris: [`${URL}/back`],
        post_logout_redirect_uris: [`${URL}/out`],
        response_types: ['code', 'token', 'id_token'],
      },
      ...{ client_uri: URL, logo_uri: `${URL}/logo.png`, tos_uri: `${URL}/tos`, policy_uri: `${URL}/policy` },
      ...{ initiate_login_uri: `${URL}/begin`, consent_method: 'REQUIRED', issuer_mode: 'ORG_URL' },
      ...{ refresh_token: { rotation_type: 'ROTATE', leeway: 20 }, wildcard_redirect: 'SUBDOMAIN' },
      idp_initiated_login: { mode: 'SPEC', default_scope: ['openid'] },
      ...{ participate_slo: true, frontchannel_logout_uri: `${URL}/front`, frontchannel_logout_session_required: true },
      ...{ dpop_bound_access_tokens: true, network: { connection: 'ANYWHERE' }, request_object_signing_alg: 'RS256' },
    },
    { pkce_required: true, client_id: 'client-of-choice', client_secret: 'a secret of fourteen or more' },
  ),
  client('Native client', 'none', {
    ...{ application_type: 'native', grant_types: ['authorization_code'], redirect_uris: ['com.example:/back'] },
    ...{ client_uri: '', logo_uri: '', tos_uri: '', policy_uri: '' },
  }),
  client('Browser client', 'none', {
    ...{ application_type: 'browser', grant_types: ['authorization_code'], redirect_uris: [`${URL}/spa`] },
  }),
  client('Service client', 'private_key_jwt', {
    ...{ application_type: 'service', grant_types: ['client_credentials'], response_types: ['token'] },
    jwks: { keys: [{ kty: 'RSA', kid: 'one', e: 'AQAB', n: PUBLIC_KEY.n }] },
  }),
  client('Service with the address of its keys', 'private_key_jwt', {
    ...{ application_type: 'service', grant_types: ['client_credentials'], jwks_uri: `${URL}/keys` },
  }),
  client('Polling client', 'client_secret_post', {
    ...{ application_type: 'web', grant_types: ['urn:openid:params:grant-type:ciba', 'authorization_code'] },
    ...{ redirect_uris: [`${URL}/back`], backchannel_token_delivery_mode: 'poll' },
  }),
]

/** A value that each type of setting of the catalogue's templates can have. */
const SETTING = { text: 'some text', flag: true, seconds: 3_600, lines: ['a', 'b'], secret: null } as const

const SAML_1_1 = {
  ...{ defaultRelayState: '', ssoAcsUrlOverride: `${URL}/acs`, audienceOverride: 'urn:wiki' },
  recipientOverride: '',
}
const OVERRIDES = {
  SAML_1_1,
  SAML_2_0: { ...SAML_1_1, destinationOverride: `${URL}/for`, attributeStatements: STATEMENTS },
}

const LISTED = CATALOGUE_NAMES.flatMap((name) =>
  CATALOGUE[name].modes.map((signOnMode) => {
    const { settings } = CATALOGUE[name]
    const app = Object.fromEntries(
      Object.entries<keyof typeof SETTING>(settings ?? {}).map(([key, type]) => [key, SETTING[type]]),
    )
    const links = Object.keys(CATALOGUE[name].appLinks)
    return {
      ...{ label: `${name} ${signOnMode ?? 'without'}`, name, signOnMode },
      visibility: { ...COMMON.visibility, appLinks: Object.fromEntries(links.map((link) => [link, false])) },
      settings: {
        ...{ ...COMMON_SETTINGS, app: settings === null ? { own: 'setting', other: 3 } : app },
        ...(signOnMode === 'AUTO_LOGIN' ? SOUND_SETTINGS.AUTO_LOGIN : {}),
        ...(signOnMode === 'SAML_2_0' || signOnMode === 'SAML_1_1' ? { signOn: OVERRIDES[signOnMode] } : {}),
      },
    }
  }),
)

/** Applications of every mode and of every row of the catalogue: the least that makes one, and all that it can hold. */
export const appVariants = (certificate: string): readonly object[] => [
  ...SIGN_ON_MODES.map((mode) => soundApp(mode, `The least of ${mode}`)),
  ...FORMS,
  ...federated(certificate),
  ...CLIENTS,
  ...LISTED,
]
