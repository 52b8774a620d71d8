import type { OperationId } from '#contract/routes/index.ts'
import { SIGN_ON_MODES } from '#contract/apps/sign-on-modes.ts'
import { soundApp } from './app-bodies.ts'
import { PUBLIC_KEY } from './client-keys.ts'

const PEOPLE = { users: { include: ['00u1'], exclude: [] }, groups: { include: ['00g1'], exclude: ['00g2'] } }
const NETWORK = { connection: 'ZONE', include: ['nzo1'], exclude: [] }
const PROFILE = { login: 'ada@example.test', email: 'ada@example.test', firstName: 'Ada', lastName: 'Byron' }

const CERTIFICATE_REQUEST = {
  subject: { countryName: 'CH', organizationName: 'Example', commonName: 'sso.example.test' },
  subjectAltNames: { dnsNames: ['sso.example.test'] },
}
const PASSWORD_POLICY = {
  type: 'PASSWORD',
  name: 'Passwords',
  description: 'Long ones',
  conditions: { people: { groups: { include: ['00g1'] } }, authProvider: { provider: 'SVC' } },
  settings: {
    password: { complexity: { minLength: 12, dictionary: { common: { exclude: true } } }, lockout: { maxAttempts: 5 } },
    recovery: { factors: { svc_email: { properties: { recoveryToken: { tokenLifetimeMinutes: 60 } } } } },
  },
}
const ENROLLMENT_POLICY = {
  type: 'MFA_ENROLL',
  name: 'Factors',
  settings: { type: 'FACTORS', factors: { svc_otp: { enroll: { self: 'OPTIONAL' } } } },
}
const SIGN_ON_RULE = {
  type: 'SIGN_ON',
  name: 'Sign-on',
  conditions: { people: PEOPLE, network: NETWORK, authContext: { authType: 'ANY' }, riskScore: { level: 'HIGH' } },
  actions: { signon: { access: 'ALLOW', session: { maxSessionIdleMinutes: 30 } } },
}
const ACCESS_RULE = {
  type: 'ACCESS_POLICY',
  name: 'Access',
  priority: 1,
  conditions: {
    people: PEOPLE,
    device: { registered: true, managed: true, assurance: { include: ['dae1'] } },
    platform: { include: [{ type: 'DESKTOP', os: { type: 'MACOS', version: { matchType: 'SEMVER', value: '14' } } }] },
    elCondition: { condition: 'user.profile.city == "Bern"' },
  },
  actions: {
    appSignOn: {
      access: 'ALLOW',
      verificationMethod: {
        type: 'ASSURANCE',
        factorMode: '2FA',
        constraints: [{ knowledge: { types: ['PASSWORD'] }, possession: { deviceBound: 'REQUIRED' } }],
        reauthenticateIn: 'PT2H',
      },
    },
  },
}
const ROUTING_RULE = {
  type: 'IDP_DISCOVERY',
  name: 'Routing',
  conditions: {
    userIdentifier: { type: 'IDENTIFIER', patterns: [{ matchType: 'SUFFIX', value: '@example.test' }] },
    app: { include: [{ type: 'APP', id: '0oa1' }], exclude: [] },
  },
  actions: { idp: { providers: [{ type: 'OIDC', id: '0oa2' }], idpSelectionType: 'SPECIFIC' } },
}
const SERVER_POLICY = {
  type: 'OAUTH_AUTHORIZATION_POLICY',
  name: 'Tokens',
  conditions: { clients: { include: ['ALL_CLIENTS'] } },
}
const SERVER_RULE = {
  type: 'RESOURCE_ACCESS',
  name: 'Tokens',
  conditions: { people: PEOPLE, grantTypes: { include: ['authorization_code'] }, scopes: { include: ['*'] } },
  actions: { token: { accessTokenLifetimeMinutes: 30, inlineHook: { id: 'cal1' } } },
}
const ZONES = [
  { type: 'IP', name: 'Office', gateways: [{ type: 'CIDR', value: '192.0.2.0/24' }] },
  { type: 'DYNAMIC', name: 'Abroad', locations: [{ country: 'CH', region: null }], asns: ['64500'] },
]
const AUTHENTICATOR = {
  key: 'svc_verify',
  name: 'Verify',
  settings: { channelBinding: { style: 'NUMBER_CHALLENGE', required: 'ALWAYS' } },
}
const BEHAVIORS = [
  { type: 'VELOCITY', name: 'Fast', settings: { velocityKph: 900 } },
  { type: 'ANOMALOUS_LOCATION', name: 'Far', settings: { granularity: 'CITY' } },
]
const ASSURANCE = {
  platform: 'MACOS',
  name: 'Laptops',
  osVersion: { minimum: '14.2' },
  diskEncryptionType: { include: ['ALL_INTERNAL_VOLUMES'] },
}
const PROVIDER = {
  type: 'OIDC',
  name: 'Partner',
  protocol: {
    type: 'OIDC',
    endpoints: { token: { url: 'https://idp.example.test/token' } },
    credentials: { client: { client_id: 'abc' } },
  },
  policy: { provisioning: { action: 'AUTO', groups: { action: 'NONE' } }, subject: { matchType: 'USERNAME' } },
}
const HOOK = {
  name: 'Hook',
  events: {
    type: 'EVENT_TYPE',
    items: ['user.session.start'],
    filter: {
      type: 'EXPRESSION_LANGUAGE',
      eventFilterMap: [{ event: 'user.session.start', condition: { version: null, expression: 'true' } }],
    },
  },
  channel: {
    type: 'HTTP',
    version: '1.0.0',
    config: { uri: 'https://hooks.example.test', headers: [{ key: 'X-A', value: 'b' }], authScheme: null },
  },
}
const ORGANIZATION = { companyName: 'Tidewrack', website: 'www.tidewrack.example', country: 'NL', address2: null }
const SERVER = { name: 'Server', description: null, audiences: ['api://example'], issuerMode: 'ORG_URL' }

const SCOPE = {
  ...{ name: 'invoices.read', displayName: 'Read invoices', description: 'See them', default: false },
  ...{ metadataPublish: 'ALL_CLIENTS', consent: 'REQUIRED', optional: true },
}
const CLAIMS = [
  {
    ...{
      name: 'department',
      status: 'ACTIVE',
      claimType: 'RESOURCE',
      valueType: 'EXPRESSION',
      value: 'user.department',
    },
    ...{ conditions: { scopes: ['profile'] }, alwaysIncludeInToken: true },
  },
  { name: 'groups', claimType: 'IDENTITY', valueType: 'GROUPS', value: 'Team', group_filter_type: 'STARTS_WITH' },
]

const CONNECTIONS = [
  {
    ...{ name: 'By token', address: 'https://acme.example.test', budgetPercent: 20, mayWrite: true },
    authentication: { type: 'API_TOKEN', token: 'a-token' },
    vocabulary: null,
  },
  {
    ...{ name: 'By key', address: 'https://acme.example.test' },
    authentication: { type: 'SERVICE_APP', clientId: '0oa1', scopes: ['svc.groups.read'] },
    vocabulary: { name: 'Acme', brand: 'acme', words: { ALLOW: 'PERMIT' }, shippedNames: {}, expressionNames: {} },
    people: { mode: 'SEARCH', search: 'status eq "ACTIVE"' },
  },
]

/** Bodies that the schemas of the interface's operations accept, with an object at every place where one can be; ids are made up. */
const GROUP_RULE = {
  type: 'group_rule',
  name: 'Sales',
  conditions: { expression: { type: 'urn:svc:expression:1.0', value: 'user.department == "Sales"' } },
  actions: { assignUserToGroups: { groupIds: ['00g1'] } },
}

export const SOUND_BODIES: Readonly<Partial<Record<OperationId, readonly object[]>>> = {
  createPolicy: [PASSWORD_POLICY, ENROLLMENT_POLICY],
  replacePolicy: [PASSWORD_POLICY, ENROLLMENT_POLICY],
  createRule: [SIGN_ON_RULE, ACCESS_RULE, ROUTING_RULE],
  replaceRule: [SIGN_ON_RULE, ACCESS_RULE, ROUTING_RULE],
  replaceAuthenticatorMethod: [{ type: 'webauthn', status: 'ACTIVE', settings: { userVerification: 'REQUIRED' } }],
  linkIdentityProviderUser: [{ externalId: 'ada-at-the-provider' }],
  createPolicyMapping: [{ resourceId: '0oa1', resourceType: 'APP' }],
  simulatePolicies: [
    {
      policyTypes: ['ACCESS_POLICY'],
      appInstance: '0oa1',
      policyContext: { user: { id: '00u1' }, ip: '192.0.2.7', risk: { level: 'LOW' }, device: { platform: 'IOS' } },
    },
  ],
  createAuthorizationServer: [SERVER],
  replaceAuthorizationServer: [SERVER],
  rotateServerKeys: [{ use: 'sig' }],
  createServerPolicy: [SERVER_POLICY],
  replaceServerPolicy: [SERVER_POLICY],
  createServerRule: [SERVER_RULE],
  replaceServerRule: [SERVER_RULE],
  associateServers: [{ trusted: ['aus1', 'aus2'] }],
  createServerScope: [SCOPE],
  replaceServerScope: [SCOPE],
  createServerClaim: CLAIMS,
  replaceServerClaim: CLAIMS,
  createDraft: [{ name: 'Tighten Payroll' }],
  replaceDraft: [{ name: 'Tighten Payroll in May' }],
  publishDraft: [{ digest: 'of a plan' }],
  createConnection: CONNECTIONS,
  pairObjects: [{ kind: 'zone', ours: 'nzo1', theirs: 'nzo2' }],
  replaceConnection: CONNECTIONS,
  createGroup: [{ profile: { name: 'Staff', description: 'All of them' } }],
  replaceGroup: [{ profile: { name: 'Staff', description: null } }],
  createUser: [
    {
      profile: PROFILE,
      credentials: { password: { value: 'correct horse' } },
      groupIds: ['00g1'],
      type: { id: 'oty1' },
    },
  ],
  updateUser: [{ profile: { login: 'ada@example.org', title: 'Pilot', city: null } }],
  replaceUser: [
    { profile: PROFILE, credentials: { provider: { type: 'LDAP', name: 'elsewhere' } }, type: { id: 'oty1' } },
  ],
  changePassword: [{ oldPassword: { value: 'correct horse' }, newPassword: { value: 'battery staple' } }],
  changeRecoveryQuestion: [
    { password: { value: 'correct horse' }, recovery_question: { question: 'First pet?', answer: 'A cat' } },
  ],
  recoverPassword: [{ password: { value: 'battery staple' }, recovery_question: { answer: 'A cat' } }],
  updateUserSchema: [
    {
      definitions: {
        custom: {
          ...{ id: '#custom', type: 'object', required: [] },
          properties: {
            badge: {
              ...{ title: 'Badge', description: 'At the door', type: 'string', required: false, scope: 'NONE' },
              ...{ unique: 'UNIQUE_VALIDATED', minLength: 2, maxLength: 8, pattern: '[A-Z]+', union: 'DISABLE' },
              permissions: [{ principal: 'SELF', action: 'READ_ONLY' }],
              master: { type: 'PROFILE_MASTER' },
            },
            sizes: {
              ...{ title: 'Sizes', type: 'array' },
              items: { type: 'string', enum: ['s'], oneOf: [{ const: 's', title: 'Small' }] },
            },
            gone: null,
          },
        },
        base: { id: '#base', type: 'object', properties: { login: { pattern: '.+', required: true } } },
      },
    },
  ],
  updateAppUserSchema: [{ definitions: { custom: { properties: { seat: { title: 'Seat', type: 'integer' } } } } }],
  updateGroupSchema: [{ definitions: { custom: { properties: { site: { title: 'Site', type: 'string' } } } } }],
  replaceOrganization: [ORGANIZATION],
  updateOrganization: [ORGANIZATION],
  replaceContact: [{ userId: '00u1' }],
  removeBounces: [{ emailAddresses: ['ada@example.test', 'nothing'] }],
  updateThirdPartyAdmin: [{ thirdPartyAdmin: true }],
  replaceClientPrivileges: [{ clientPrivilegesSetting: true }],
  assignUserRole: [{ type: 'APP_ADMIN' }],
  assignGroupRole: [{ type: 'APP_ADMIN' }],
  assignClientRole: [{ type: 'APP_ADMIN' }],
  addGroupOwner: [{ id: '00u1', type: 'USER' }],
  createGroupRule: [GROUP_RULE],
  replaceGroupRule: [GROUP_RULE],
  createUserType: [{ name: 'contractor', displayName: 'Contractor', description: 'From outside' }],
  replaceUserType: [{ name: 'contractor', displayName: 'Contractor', description: '' }],
  updateUserType: [{ displayName: 'Contractor' }],
  createAppCsr: [CERTIFICATE_REQUEST],
  createIdentityProviderCsr: [CERTIFICATE_REQUEST],
  createIdentityProviderKey: [{ x5c: ['MIIC'] }],
  createApp: SIGN_ON_MODES.map((mode) => soundApp(mode)),
  replaceApp: [soundApp()],
  createClientKey: [PUBLIC_KEY],
  createClientSecret: [{ client_secret: 'a secret of fourteen or more' }],
  assignAppUser: [{ id: '00u1' }],
  updateAppUser: [{ credentials: { userName: 'ada' } }],
  assignAppGroup: [{ priority: 1 }],
  updateAppGroup: [
    [
      { op: 'test', path: '/priority', value: 0 },
      { op: 'add', path: '/profile/teams/-', value: 'x' },
      { op: 'replace', path: '/priority', value: 1 },
      { op: 'remove', path: '/profile/team' },
    ],
  ],
  grantScope: [{ issuer: 'https://org.example.test', scopeId: 'svc.users.read' }],
  replaceApiToken: [{ name: 'For a script', network: { connection: 'ZONE', include: ['nzo1'] } }],
  createZone: ZONES,
  replaceZone: ZONES,
  createAuthenticator: [AUTHENTICATOR],
  replaceAuthenticator: [AUTHENTICATOR],
  createBehavior: BEHAVIORS,
  replaceBehavior: BEHAVIORS,
  createDeviceAssurance: [ASSURANCE],
  replaceDeviceAssurance: [ASSURANCE],
  createIdentityProvider: [PROVIDER],
  replaceIdentityProvider: [PROVIDER],
  createEventHook: [HOOK],
  replaceEventHook: [HOOK],
}
