import { ENROLL_FACTOR_KEYS } from '#contract/policy/settings.ts'
import type { Engine } from '#contract/gatehouse/engine.ts'
import { SOUND_BODIES } from '../sound-bodies.ts'

const SOUND_POLICIES = SOUND_BODIES.createPolicy ?? []
const SOUND_RULES = SOUND_BODIES.createRule ?? []

const PASSWORDS = {
  ...{ type: 'PASSWORD', name: 'All of a password policy', description: 'Every setting', priority: 1 },
  conditions: { people: { groups: { include: ['00g1', '00g2'] } }, authProvider: { provider: 'DIRECTORY_SERVICE' } },
  settings: {
    password: {
      complexity: {
        ...{ minLength: 14, minLowerCase: 0, minUpperCase: 2, minNumber: 3, minSymbol: 0, excludeUsername: false },
        ...{ excludeAttributes: ['firstName', 'lastName'], dictionary: { common: { exclude: true } } },
      },
      age: { maxAgeDays: 90, expireWarnDays: 7, minAgeMinutes: 10, historyCount: 4 },
      lockout: {
        maxAttempts: 5,
        autoUnlockMinutes: 15,
        userLockoutNotificationChannels: ['EMAIL'],
        showLockoutFailures: true,
      },
      breachedProtection: { expireAfterDays: 3, logoutEnabled: false, delegatedWorkflowId: 'w1' },
    },
    recovery: {
      factors: {
        recovery_question: { status: 'INACTIVE', properties: { complexity: { minLength: 6 } } },
        svc_email: { status: 'INACTIVE', properties: { recoveryToken: { tokenLifetimeMinutes: 30 } } },
        svc_sms: { status: 'ACTIVE' },
        svc_call: { status: 'ACTIVE' },
      },
    },
    delegation: { options: { skipUnlock: true } },
  },
}
const FACTORS = {
  ...{ type: 'MFA_ENROLL', name: 'Every factor', description: '' },
  conditions: { people: { groups: { include: ['00g1'] } } },
  settings: {
    type: 'FACTORS',
    factors: Object.fromEntries(
      ENROLL_FACTOR_KEYS.map((key) => [key, { enroll: { self: 'OPTIONAL' }, consent: { type: 'TERMS_OF_SERVICE' } }]),
    ),
  },
}
const AUTHENTICATORS = {
  ...{ type: 'MFA_ENROLL', name: 'Authenticators' },
  settings: {
    type: 'AUTHENTICATORS',
    authenticators: [
      { key: 'svc_password', enroll: { self: 'REQUIRED' } },
      { key: 'webauthn', enroll: { self: 'OPTIONAL' }, constraints: { aaguidGroups: [] } },
      { key: 'custom_app', id: 'aut1', enroll: { self: 'NOT_ALLOWED' } },
    ],
  },
}
const LEAST = ['SVC_SIGN_ON', 'PASSWORD', 'MFA_ENROLL'].map((type) => ({ type, name: `The least of ${type}` }))
const OF_APPS = [
  { type: 'ACCESS_POLICY', name: 'For applications', description: 'Some of them' },
  { type: 'PROFILE_ENROLLMENT', name: 'For new people' },
]

/** Policies of every type that can be made on an engine. */
export const policyVariants = (engine: Engine): readonly object[] =>
  engine === 'identity'
    ? [...SOUND_POLICIES, PASSWORDS, FACTORS, AUTHENTICATORS, ...LEAST, ...OF_APPS]
    : [PASSWORDS, { ...FACTORS, settings: { factors: FACTORS.settings.factors } }, ...LEAST]

const PEOPLE = { users: { include: ['00u1'], exclude: ['00u2'] }, groups: { include: ['00g1'], exclude: ['00g2'] } }
const ZONE = { connection: 'ZONE', exclude: ['nzo1'] }

const SESSION = {
  ...{ type: 'SIGN_ON', name: 'All of a session', priority: 1 },
  conditions: {
    people: PEOPLE,
    network: ZONE,
    authContext: { authType: 'LDAP_INTERFACE' },
    risk: { behaviors: ['bhv1'] },
    riskScore: { level: 'LOW' },
  },
  actions: {
    signon: {
      ...{ access: 'ALLOW', requireFactor: true, factorPromptMode: 'DEVICE', rememberDeviceByDefault: true },
      ...{ factorLifetime: 15, primaryFactor: 'PASSWORD_IDP' },
      session: { maxSessionIdleMinutes: 30, maxSessionLifetimeMinutes: 60, usePersistentCookie: true },
    },
  },
}
const DENIED = { type: 'SIGN_ON', name: 'Denied', actions: { signon: { access: 'DENY' } } }
const FROM_A_PROVIDER = {
  ...{ type: 'SIGN_ON', name: 'From a provider', actions: { signon: { access: 'ALLOW' } } },
  conditions: { identityProvider: { provider: 'SPECIFIC_IDP', idpIds: ['0oa2'] } },
}
const CHANGE_OF_PASSWORD = {
  ...{ type: 'PASSWORD', name: 'Change of a password', conditions: { people: PEOPLE, network: ZONE } },
  actions: {
    passwordChange: { access: 'ALLOW' },
    selfServicePasswordReset: {
      access: 'ALLOW',
      requirement: {
        primary: {
          methods: ['push', 'otp'],
          methodConstraints: [{ method: 'otp', allowedAuthenticators: [{ key: 'custom_otp' }] }],
        },
        stepUp: { required: true, methods: ['security_question'] },
      },
    },
    selfServiceUnlock: { access: 'ALLOW' },
  },
}
const ENROLLED = {
  ...{ type: 'MFA_ENROLL', name: 'Enrolled at sign-in', actions: { enroll: { self: 'LOGIN' } } },
  conditions: { people: PEOPLE, network: { connection: 'ANYWHERE' }, app: { include: [{ type: 'APP', id: '0oa1' }] } },
}

const FROM_A_ROUTE = [
  {
    ...{ type: 'IDP_DISCOVERY', name: 'By an attribute', priority: 1 },
    conditions: {
      network: ZONE,
      platform: { include: [{ type: 'MOBILE', os: { type: 'IOS' } }], exclude: [] },
      userIdentifier: { type: 'ATTRIBUTE', attribute: 'city', patterns: [{ matchType: 'EQUALS', value: 'Bern' }] },
      app: { include: [{ type: 'APP_TYPE', name: 'bookmark' }], exclude: [{ type: 'APP', id: '0oa1' }] },
    },
    actions: { idp: { providers: [{ type: 'SVC' }, { type: 'OIDC', id: '0oa2', name: 'Stage provider' }] } },
  },
  {
    ...{ type: 'IDP_DISCOVERY', name: 'As an expression says' },
    actions: { idp: { idpSelectionType: 'DYNAMIC', matchCriteria: [{ providerExpression: 'login.identifier' }] } },
  },
]

const access = (name: string, verificationMethod: object | undefined, over: object = {}) => ({
  ...{ type: 'ACCESS_POLICY', name, ...over },
  actions: { appSignOn: verificationMethod ? { access: 'ALLOW', verificationMethod } : { access: 'DENY' } },
})
const CONSTRAINTS = [
  { knowledge: { types: ['password'], reauthenticateIn: 'PT2H', required: true } },
  {
    possession: {
      ...{
        methods: ['webauthn'],
        deviceBound: 'REQUIRED',
        hardwareProtection: 'OPTIONAL',
        phishingResistant: 'REQUIRED',
      },
      ...{ userPresence: 'REQUIRED', userVerification: 'OPTIONAL' },
    },
  },
  { possession: { excludedAuthenticationMethods: [{ key: 'phone_number', method: 'sms' }], required: false } },
]
const CHAIN = {
  type: 'AUTH_METHOD_CHAIN',
  chains: [
    {
      authenticationMethods: [{ key: 'svc_password', method: 'password' }],
      reauthenticateIn: 'PT12H',
      next: [
        {
          authenticationMethods: [{ key: 'webauthn', method: 'webauthn', userVerification: 'REQUIRED' }],
          reauthenticateIn: 'PT1H',
        },
      ],
    },
  ],
}
const TO_APPS = [
  access('Constrained', {
    type: 'ASSURANCE',
    factorMode: '2FA',
    constraints: CONSTRAINTS,
    reauthenticateIn: 'PT43800H',
  }),
  access('Step by step', CHAIN),
  access('One factor', { type: 'ASSURANCE', factorMode: '1FA', inactivityPeriod: 'PT1H', reauthenticateIn: 'PT2H' }),
  access('Never', undefined, {
    conditions: {
      ...{
        people: PEOPLE,
        network: ZONE,
        riskScore: { level: 'MEDIUM' },
        userType: { include: ['oty1'], exclude: [] },
      },
      platform: { include: [{ type: 'ANY', os: { type: 'OTHER', expression: 'x.*' } }], exclude: [] },
      device: { registered: true, managed: false },
    },
  }),
  {
    ...access('Kept signed in', { type: 'ASSURANCE', factorMode: '1FA', reauthenticateIn: 'PT0S' }),
    actions: {
      appSignOn: {
        access: 'ALLOW',
        keepMeSignedIn: { postAuth: 'ALLOWED', postAuthPromptFrequency: 'PT168H' },
        verificationMethod: { type: 'ASSURANCE', factorMode: '1FA', reauthenticateIn: 'PT0S' },
      },
    },
  },
]
const AFTERWARDS = [
  {
    ...{ type: 'ENTITY_RISK', name: 'At risk', priority: 1 },
    conditions: {
      people: PEOPLE,
      entityRisk: { level: 'HIGH' },
      riskDetectionTypes: { include: ['BRUTE_FORCE_ATTACK'] },
    },
    actions: { entityRisk: { actions: [{ action: 'RUN_WORKFLOW', workflow: { id: 1 } }] } },
  },
  {
    ...{ type: 'ENTITY_RISK', name: 'At any risk', conditions: { entityRisk: { level: 'ANY' } } },
    actions: { entityRisk: { actions: [{ action: 'TERMINATE_ALL_SESSIONS' }] } },
  },
]

const OF_BOTH = [SESSION, DENIED, FROM_A_PROVIDER, ENROLLED, ...FROM_A_ROUTE]

/** Rules of every type that can be made on an engine. */
export const ruleVariants = (engine: Engine): readonly object[] =>
  engine === 'identity' ? [...SOUND_RULES, ...OF_BOTH, CHANGE_OF_PASSWORD, ...TO_APPS, ...AFTERWARDS] : OF_BOTH
