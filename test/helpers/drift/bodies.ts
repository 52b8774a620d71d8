import type { Engine } from '#contract/gatehouse/engine.ts'
import type { OperationId } from '#contract/routes/index.ts'
import { AUTHENTICATOR_KEYS } from '#contract/policy/authenticator-table.ts'
import { BEHAVIOR_TYPES } from '#contract/policy/resources/behavior.ts'
import {
  ASSURANCE_PLATFORMS,
  ASSURANCE_SIGNALS,
  encryptionTypesOf,
} from '#contract/policy/resources/device-assurance.ts'
import { IDENTITY_PROVIDER_TYPES, PROTOCOLS_OF } from '#contract/policy/resources/identity-provider-protocol.ts'
import { PUBLIC_KEY } from '../client-keys.ts'
import { SOUND_BODIES } from '../sound-bodies.ts'
import { appVariants } from './app-bodies.ts'
import { policyVariants, ruleVariants } from './policy-bodies.ts'

const ZONES = [
  ...(SOUND_BODIES.createZone ?? []),
  {
    ...{ type: 'IP', name: 'Blocked', usage: 'BLOCKLIST', status: 'ACTIVE', proxies: null },
    gateways: [{ type: 'RANGE', value: '192.0.2.1-192.0.2.9' }],
  },
  {
    type: 'DYNAMIC',
    name: 'Proxies',
    usage: 'POLICY',
    locations: [{ country: 'DE', region: 'DE-BE' }],
    proxyType: 'Tor',
    asns: ['1'],
  },
  { type: 'DYNAMIC', name: 'Any proxy', proxyType: '' },
  {
    ...{ type: 'DYNAMIC_V2', name: 'Sides', locations: { include: [{ country: 'CH', region: null }], exclude: [] } },
    ...{ asns: { include: [], exclude: ['64500'] }, ipServiceCategories: { include: ['VPN_ANONYMIZER'], exclude: [] } },
  },
]

const SETTINGS_OF = {
  custom_app: { appInstanceId: '0oa1', userVerification: 'REQUIRED' },
  partner_otp_a: { allowedFor: 'recovery' },
} as const
/** A new organization has the others already. */
const NEW_KEYS = AUTHENTICATOR_KEYS.filter((key) => !/^(?:svc_\w+|security_question|phone_number|webauthn)$/.test(key))
const AUTHENTICATORS = NEW_KEYS.map((key) => ({
  ...{ key, name: `One of ${key}` },
  ...(key in SETTINGS_OF ? { settings: SETTINGS_OF[key as keyof typeof SETTINGS_OF] } : {}),
  ...(key === 'custom_app' ? { provider: { type: 'PUSH', configuration: { fcm: { id: 'fcm1' } } } } : {}),
  ...(key === 'external_idp' ? { provider: { type: 'CLAIMS', configuration: { idpId: '0oa2' } } } : {}),
}))

const HISTORY = { maxEventsUsedForEvaluation: 15, minEventsNeededForEvaluation: 2 }
const BEHAVIORS = [
  ...(SOUND_BODIES.createBehavior ?? []),
  ...BEHAVIOR_TYPES.map((type) => ({ type, name: `The least of ${type}` })),
  {
    type: 'ANOMALOUS_LOCATION',
    name: 'Around',
    status: 'INACTIVE',
    settings: { ...HISTORY, granularity: 'LAT_LONG', radiusKilometers: 9 },
  },
  { type: 'ANOMALOUS_DEVICE', name: 'New device', settings: HISTORY },
  { type: 'ANOMALOUS_IP', name: 'New address', settings: HISTORY },
]

const SIGNALS = {
  osVersion: { minimum: '14.2.1' },
  screenLockType: { include: ['BIOMETRIC', 'PASSCODE'] },
  jailbreak: false,
  secureHardwarePresent: true,
}
const ASSURANCES = ASSURANCE_PLATFORMS.map((platform) => ({
  ...{ platform, name: `Devices of ${platform}`, displayRemediationMode: 'SHOW' },
  ...Object.fromEntries(
    ASSURANCE_SIGNALS[platform].map((signal) => [
      signal,
      signal === 'diskEncryptionType' ? { include: encryptionTypesOf(platform) } : SIGNALS[signal],
    ]),
  ),
  ...(platform === 'CHROMEOS' ? { thirdPartySignalProviders: { dtc: { managedDevice: true } } } : {}),
}))

const PROVIDER_POLICY = {
  provisioning: {
    ...{ action: 'DISABLED', profileMaster: true, groups: { action: 'ASSIGN', assignments: ['00g1'] } },
    conditions: { deprovisioned: { action: 'REACTIVATE' }, suspended: { action: 'UNSUSPEND' } },
  },
  accountLink: { filter: { groups: { include: ['00g1'] } }, action: 'DISABLED' },
  subject: {
    ...{ userNameTemplate: { template: 'idpuser.login' }, filter: '.*', matchType: 'CUSTOM_ATTRIBUTE' },
    matchAttribute: 'login',
  },
  maxClockSkew: 120_000,
}
const url = (path: string, binding = 'HTTP-POST') => ({ url: `https://idp.example.test/${path}`, binding })
const signed = (algorithm: string, scope: string) => ({ signature: { algorithm, scope } })
const PROVIDERS = [
  ...(SOUND_BODIES.createIdentityProvider ?? []),
  ...IDENTITY_PROVIDER_TYPES.map((type) => ({ type, name: `The least of ${type}` })),
  ...IDENTITY_PROVIDER_TYPES.flatMap((type) =>
    PROTOCOLS_OF[type]
      .filter((protocol) => protocol === 'OIDC' || protocol === 'OAUTH2')
      .map((protocol) => ({
        ...{ type, name: `${type} by ${protocol}`, issuerMode: 'ORG_URL' },
        protocol: {
          type: protocol,
          scopes: ['openid', 'email'],
          credentials: { client: { client_id: 'abc', client_secret: 'its secret', pkce_required: null } },
        },
        policy: { ...PROVIDER_POLICY, accountLink: { filter: null, action: 'AUTO' } },
      })),
  ),
  {
    ...{
      type: 'OIDC',
      name: 'All of OIDC',
      status: 'ACTIVE',
      issuerMode: 'CUSTOM_URL',
      policy: { ...PROVIDER_POLICY, trustClaims: true },
    },
    protocol: {
      ...{ type: 'OIDC', scopes: ['openid'], issuer: { url: 'https://idp.example.test' } },
      endpoints: {
        ...{ authorization: url('auth', 'HTTP-REDIRECT'), token: url('token') },
        ...{ userInfo: url('user', 'HTTP-REDIRECT'), jwks: url('keys', 'HTTP-REDIRECT'), slo: url('out') },
      },
      algorithms: { request: signed('HS384', 'REQUEST') },
      settings: { nameFormat: null, participateSlo: true },
      credentials: { client: { client_id: 'abc', client_secret: 'its secret', pkce_required: true } },
    },
  },
  {
    ...{ type: 'SAML2', name: 'All of SAML', policy: { ...PROVIDER_POLICY, mapAMRClaims: true, trustClaims: true } },
    protocol: {
      type: 'SAML2',
      endpoints: {
        sso: { ...url('sso'), destination: 'https://idp.example.test/for' },
        acs: { binding: 'HTTP-POST', type: 'INSTANCE' },
      },
      algorithms: { request: signed('SHA-256', 'REQUEST'), response: signed('SHA-1', 'ANY') },
      settings: { nameFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient', honorPersistentNameId: false },
      credentials: {
        trust: { issuer: 'urn:them', audience: 'urn:us', kid: 'trust1', revocation: null, revocationCacheLifetime: 0 },
      },
    },
  },
]

const HOOKS = [
  ...(SOUND_BODIES.createEventHook ?? []),
  {
    ...{
      name: 'Known by a header',
      description: 'Hears',
      events: { type: 'EVENT_TYPE', items: ['user.session.start'] },
    },
    channel: {
      ...{ type: 'HTTP', version: '1.0.0' },
      config: {
        ...{ uri: 'https://hooks.example.test/x', method: 'POST', headers: null },
        authScheme: { type: 'HEADER', key: 'Authorization', value: 'a secret' },
      },
    },
  },
]

const PERSON = { firstName: 'Ada', lastName: 'Byron' }
const hash = {
  algorithm: 'SHA-512',
  salt: 'c2FsdA==',
  saltOrder: 'PREFIX',
  workFactor: 0,
  value: Buffer.alloc(64).toString('base64'),
}
const PEOPLE = [
  { ...SOUND_BODIES.createUser?.[0], credentials: { password: { value: 'Correct-Horse-7' } }, groupIds: ['00g1'] },
  { profile: { ...PERSON, login: 'bare@example.test', email: 'bare@example.test' }, credentials: { password: {} } },
  {
    profile: {
      ...PERSON,
      login: 'whole@example.test',
      email: 'whole@example.test',
      mobilePhone: null,
      city: 'Bern',
      secondEmail: 'second@example.test',
      department: '',
    },
    credentials: { password: { hash }, recovery_question: { question: 'First pet?', answer: 'A grey cat' } },
    type: { id: 'oty1' },
  },
]

const GROUPS = [
  ...(SOUND_BODIES.createGroup ?? []),
  { profile: { name: 'Undescribed' } },
  { profile: { name: 'Described by nothing', description: '' } },
]

const CLIENTS = [
  { client_name: 'Registered', redirect_uris: ['https://wiki.example.test/back'] },
  {
    ...{ client_name: 'Registered service', application_type: 'service', grant_types: ['client_credentials'] },
    ...{
      response_types: ['token'],
      token_endpoint_auth_method: 'client_secret_post',
      client_uri: 'https://wiki.example.test',
    },
    ...{ client_id: 'registered-service', client_secret: 'a secret of fourteen or more' },
  },
]

const TOKENS = [
  { name: 'From anywhere' },
  { name: 'From an office', network: { connection: 'ZONE', include: ['nzo1'] } },
]
const ROLES = ['APP_ADMIN', 'USER_ADMIN', 'ORG_ADMIN', 'SUPER_ADMIN'].map((type) => ({ type }))
const SERVERS = [
  ...(SOUND_BODIES.createAuthorizationServer ?? []),
  {
    ...{ name: 'By hand', description: 'Rotates by hand', audiences: ['api://b'], issuerMode: 'DYNAMIC' },
    credentials: { signing: { rotationMode: 'MANUAL' } },
  },
]
const SERVER_RULES = [
  ...(SOUND_BODIES.createServerRule ?? []),
  {
    ...{ type: 'RESOURCE_ACCESS', name: 'For everyone', priority: 1 },
    conditions: {
      people: { groups: { include: ['EVERYONE'] }, users: {} },
      ...{ grantTypes: { include: ['implicit', 'password'] }, scopes: { include: ['openid'] } },
    },
    actions: {
      token: {
        accessTokenLifetimeMinutes: 60,
        refreshTokenLifetimeMinutes: 120,
        refreshTokenWindowMinutes: 100,
        inlineHook: null,
      },
    },
  },
]
const GROUP_RULES = [
  ...(SOUND_BODIES.createGroupRule ?? []),
  {
    ...{ type: 'group_rule', name: 'But some' },
    conditions: {
      people: { users: { exclude: ['00u1'] }, groups: { exclude: [] } },
      expression: { type: 'urn:svc:expression:1.0', value: 'String.startsWith(user.firstName,"andy")' },
    },
    actions: { assignUserToGroups: { groupIds: ['00g1', '00g2'] } },
  },
]

/** Bodies of what is made, by operation: those that are sound, and more where kinds of a resource differ. */
export function bodiesOf(
  id: OperationId,
  { engine, certificate }: { engine: Engine; certificate: string },
): readonly object[] {
  const more: Partial<Record<OperationId, readonly object[]>> = {
    createPolicy: policyVariants(engine),
    createRule: ruleVariants(engine),
    createApp: appVariants(certificate),
    createZone: ZONES,
    createAuthenticator: AUTHENTICATORS,
    createBehavior: BEHAVIORS,
    createDeviceAssurance: ASSURANCES,
    createIdentityProvider: PROVIDERS,
    createIdentityProviderKey: [{ x5c: [certificate] }],
    createEventHook: HOOKS,
    createUser: PEOPLE,
    createGroup: GROUPS,
    createOAuthClient: CLIENTS,
    createApiToken: TOKENS,
    assignUserRole: ROLES,
    assignGroupRole: ROLES,
    createAuthorizationServer: SERVERS,
    createServerRule: SERVER_RULES,
    createGroupRule: GROUP_RULES,
    assignAppUser: [{ id: '00u1', credentials: { userName: 'ada' }, scope: 'USER' }, { id: '00u2' }],
    createClientKey: [{ ...PUBLIC_KEY, kid: 'two', n: PUBLIC_KEY.n.replace('ySM', 'ySN') }],
    grantScope: [{ issuer: 'issuer1', scopeId: 'svc.users.read' }],
  }
  return more[id] ?? SOUND_BODIES[id] ?? []
}
