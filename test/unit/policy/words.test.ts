import { describe, expect, it } from 'vitest'
import type { RuleConditions } from '#contract/policy/conditions.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { describeActions, describeConditions } from '#policy/index.ts'
import { effectsOf } from '#policy/explain/effects.ts'
import { againText, minutesText, periodText } from '#policy/explain/labels.ts'

const NAMES: Readonly<Record<string, string>> = {
  c: 'Contractors',
  s: 'Staff',
  hq: 'HQ',
  ada: 'Ada Byron',
  p: 'Partner',
  app: 'Payroll',
}
const nameOf = (id: string) => NAMES[id] ?? null

describe('time in words', () => {
  it.each([
    [0, '0 minutes'],
    [1, '1 minute'],
    [120, '2 hours'],
    [1_470, '1 day and 30 minutes'],
    [1_501, '1 day, 1 hour and 1 minute'],
  ])('%i minutes are %s', (minutes, words) => {
    expect(minutesText(minutes)).toBe(words)
  })

  it.each([
    ['PT12H', '12 hours'],
    ['P1DT30M', '1 day and 30 minutes'],
    ['P2W', '2 weeks'],
    ['PT0S', '0 seconds'],
    ['P1Y2M', '1 year and 2 months'],
    ['soon', 'soon'],
  ])('%s is %s', (period, words) => {
    expect(periodText(period)).toBe(words)
  })

  it.each([
    ['PT0S', 'every time'],
    ['PT43800H', 'once'],
    ['PT1H', 'again every hour'],
    ['PT12H', 'again every 12 hours'],
  ])('proof is asked for after %s: %s', (period, words) => {
    expect(againText(period)).toBe(words)
  })
})

describe('conditions in a row', () => {
  const cases: [RuleConditions | null, string][] = [
    [null, 'anyone'],
    [
      { people: { users: { exclude: [] } }, network: { connection: 'ANYWHERE' }, riskScore: { level: 'ANY' } },
      'anyone',
    ],
    [{ people: { groups: { include: ['EVERYONE', 'c'] } }, scopes: { include: [] } }, 'in Everyone or Contractors'],
    [
      { people: { groups: { include: ['c'] } }, network: { connection: 'ZONE', exclude: ['hq'] } },
      'in Contractors, from outside HQ',
    ],
    [
      { people: { groups: { include: ['c', 's'], exclude: ['gone'] }, users: { include: ['ada'] } } },
      'in Contractors or Staff or being Ada Byron, not in gone (deleted)',
    ],
    [{ network: { connection: 'ZONE', include: ['ALL_ZONES'] } }, 'from any zone'],
    [
      {
        device: { registered: true, managed: true },
        platform: { include: [{ type: 'DESKTOP', os: { type: 'OSX' } }] },
      },
      'on a managed device, on macOS',
    ],
    [
      { riskScore: { level: 'HIGH' }, userType: { include: [], exclude: ['p'] } },
      'not of user type Partner, at high risk',
    ],
    [
      {
        app: {
          include: [
            { type: 'APP', id: 'app' },
            { type: 'APP_TYPE', name: 'bookmark' },
          ],
          exclude: [],
        },
      },
      'to Payroll or applications of type bookmark',
    ],
    [{ elCondition: { condition: 'user.profile.title == "CEO"' } }, 'when user.profile.title == "CEO"'],
    [
      { userIdentifier: { type: 'IDENTIFIER', patterns: [{ matchType: 'SUFFIX', value: '@example.org' }] } },
      'when the sign-in name ends in “@example.org”',
    ],
    [
      { people: { groups: { include: ['1', '2', '3', '4', '5', '6', '7'] } } },
      'in 1 (deleted), 2 (deleted), 3 (deleted), 4 (deleted) or 3 more',
    ],
  ]
  it.each(cases)('%j', (conditions, words) => {
    expect(describeConditions(conditions, nameOf)).toBe(words)
  })
})

const allow = (method: object) => ({
  appSignOn: { access: 'ALLOW', verificationMethod: { constraints: [], ...method } },
})

describe('actions', () => {
  const cases: [PolicyType, Record<string, unknown>, string, string[]][] = [
    ['ACCESS_POLICY', { appSignOn: { access: 'DENY' } }, 'deny', ['Access is denied']],
    [
      'ACCESS_POLICY',
      allow({
        factorMode: '2FA',
        constraints: [{ knowledge: { types: ['PASSWORD'], required: true } }],
        reauthenticateIn: 'PT0S',
      }),
      'allow, password + any factor, every sign-in',
      ['Access is allowed', 'Password and one more factor, every time'],
    ],
    [
      'ACCESS_POLICY',
      allow({ factorMode: '1FA', reauthenticateIn: 'PT12H', inactivityPeriod: 'PT1H' }),
      'allow, any one factor, every 12 hours',
      ['Access is allowed', 'Any one factor, again every 12 hours', 'Asked again after 1 hour without activity'],
    ],
    [
      'ACCESS_POLICY',
      allow({
        factorMode: '2FA',
        constraints: [
          {
            possession: {
              phishingResistant: 'REQUIRED',
              hardwareProtection: 'REQUIRED',
              userPresence: 'REQUIRED',
              required: true,
            },
            knowledge: { types: ['PASSWORD'], required: true },
          },
        ],
        reauthenticateIn: 'PT2H',
      }),
      'allow, password + a phishing-resistant, hardware-protected possession factor, every 2 hours',
      [
        'Access is allowed',
        'Password and a phishing-resistant, hardware-protected possession factor, again every 2 hours',
      ],
    ],
    [
      'SVC_SIGN_ON',
      {
        signon: {
          access: 'ALLOW',
          requireFactor: true,
          factorPromptMode: 'SESSION',
          factorLifetime: 15,
          primaryFactor: 'PASSWORD_IDP',
          session: { maxSessionIdleMinutes: 120, maxSessionLifetimeMinutes: 1440, usePersistentCookie: false },
        },
      },
      'allow, second factor every 15 minutes, session ends after 2 hours idle',
      [
        'Sign-in is allowed',
        'A password or an identity provider comes first',
        'A second factor is asked for again after 15 minutes',
        'Session ends after 2 hours without activity',
        'Session ends after 1 day at the latest',
      ],
    ],
    ['SVC_SIGN_ON', { signon: { access: 'DENY' } }, 'deny', ['Sign-in is denied']],
    [
      'PASSWORD',
      {
        passwordChange: { access: 'ALLOW' },
        selfServicePasswordReset: { access: 'ALLOW' },
        selfServiceUnlock: { access: 'DENY' },
      },
      'allow change and reset by people themselves',
      ['People may change their password and reset a forgotten password', 'People may not unlock their account'],
    ],
    [
      'MFA_ENROLL',
      { enroll: { self: 'LOGIN' } },
      'set up at the next sign-in',
      ['Authenticators are set up at the next sign-in'],
    ],
    [
      'IDP_DISCOVERY',
      { idp: { idpSelectionType: 'SPECIFIC', providers: [{ type: 'SVC' }] } },
      'route to this service',
      ['Sign-in goes to this service'],
    ],
    [
      'PROFILE_ENROLLMENT',
      {
        profileEnrollment: {
          access: 'ALLOW',
          unknownUserAction: 'REGISTER',
          activationRequirements: { emailVerification: true },
          profileAttributes: [{ name: 'email', label: 'Email', required: true }],
          targetGroupIds: ['c'],
        },
      },
      'allow registration, with a confirmed email address',
      [
        'People who are not known may register',
        'They are asked for Email',
        'They must confirm their email address',
        'They join Contractors',
      ],
    ],
    [
      'ENTITY_RISK',
      { entityRisk: { actions: [{ action: 'TERMINATE_ALL_SESSIONS' }] } },
      'end all sessions',
      ['All sessions end'],
    ],
    ['POST_AUTH_SESSION', { postAuthSession: { failureActions: [] } }, 'log only', ['The event is logged']],
    [
      'OAUTH_AUTHORIZATION_POLICY',
      {
        token: {
          accessTokenLifetimeMinutes: 60,
          refreshTokenLifetimeMinutes: 0,
          refreshTokenWindowMinutes: 10_080,
        },
      },
      'access tokens for 1 hour, refresh tokens without end, lapse after 7 days unused',
      ['Access tokens live 1 hour', 'Refresh tokens do not expire, but lapse after 7 days unused'],
    ],
    [
      'OAUTH_AUTHORIZATION_POLICY',
      {
        token: {
          accessTokenLifetimeMinutes: 5,
          refreshTokenLifetimeMinutes: 129_600,
          refreshTokenWindowMinutes: 10,
          inlineHook: { id: 'hook' },
        },
      },
      'access tokens for 5 minutes, refresh tokens for 90 days, lapse after 10 minutes unused',
      [
        'Access tokens live 5 minutes',
        'Refresh tokens live 90 days, and lapse after 10 minutes unused',
        'Inline hook hook is asked before a token is given',
      ],
    ],
    [
      'ACCESS_POLICY',
      {
        appSignOn: {
          access: 'ALLOW',
          verificationMethod: {
            type: 'AUTH_METHOD_CHAIN',
            chains: [
              {
                authenticationMethods: [{ key: 'svc_password', method: 'password' }],
                next: [
                  {
                    authenticationMethods: [
                      { key: 'svc_email', method: 'EMAIL' },
                      { key: 'phone_number', method: 'sms' },
                    ],
                  },
                ],
              },
              { authenticationMethods: [{ key: 'webauthn' }] },
            ],
            reauthenticateIn: 'PT0S',
          },
          keepMeSignedIn: { postAuth: 'ALLOWED', postAuthPromptFrequency: 'PT168H' },
        },
      },
      'allow, password, then email or phone (SMS); or security key or biometric (WebAuthn), every sign-in',
      [
        'Access is allowed',
        'Password, then email or phone (SMS); or security key or biometric (WebAuthn), every time',
        'People are asked if they want to stay signed in, at most every 168 hours',
      ],
    ],
    [
      'ACCESS_POLICY',
      {
        appSignOn: {
          access: 'ALLOW',
          verificationMethod: {
            type: 'AUTH_METHOD_CHAIN',
            chains: [
              {
                authenticationMethods: [{ key: 'svc_password', method: 'password' }],
                reauthenticateIn: 'PT12H',
                next: [
                  {
                    authenticationMethods: [{ key: 'svc_verify', method: 'push', userVerification: 'REQUIRED' }],
                    reauthenticateIn: 'PT1H',
                  },
                ],
              },
            ],
          },
        },
      },
      'allow, password, then user-verifying verify app (push), every hour for some steps',
      ['Access is allowed', 'Password, then user-verifying verify app (push), again every hour for some steps'],
    ],
    [
      'ACCESS_POLICY',
      {
        appSignOn: {
          access: 'ALLOW',
          verificationMethod: { factorMode: '2FA', constraints: [{ knowledge: { types: ['password'] } }] },
          keepMeSignedIn: { postAuth: 'NOT_ALLOWED' },
        },
      },
      'allow, password + any factor',
      ['Access is allowed', 'Password and one more factor'],
    ],
    ['SVC_SIGN_ON', { somethingElse: 1 }, '', []],
  ]
  it.each(cases)('of %s: %j', (type, actions, short, long) => {
    expect(describeActions(type, actions).join(', ')).toBe(short)
    expect(effectsOf(type, actions, null, nameOf)).toEqual(long)
  })

  it('settings that a policy brings along are part of the outcome', () => {
    const settings = { password: { complexity: { minLength: 12 }, lockout: { maxAttempts: 10 } } }
    expect(effectsOf('PASSWORD', {}, settings, nameOf)).toContain('Passwords have at least 12 characters')
    const breached = (breachedProtection: object) =>
      effectsOf('PASSWORD', {}, { password: { ...settings.password, breachedProtection } }, nameOf).at(-1)
    const protection = { expireAfterDays: 0, logoutEnabled: true, delegatedWorkflowId: null }
    expect(breached(protection)).toBe('When a password is found in a breach, it expires at once and sessions end')
    expect(breached({ expireAfterDays: 1, logoutEnabled: false, delegatedWorkflowId: 'w' })).toBe(
      'When a password is found in a breach, it expires after 1 day and workflow w runs',
    )
    expect(breached({ expireAfterDays: null, logoutEnabled: false, delegatedWorkflowId: null })).toBe(
      'Accounts lock after 10 failed attempts',
    )
    const enrollment = { type: 'AUTHENTICATORS', authenticators: [{ key: 'svc_email', enroll: { self: 'REQUIRED' } }] }
    expect(effectsOf('MFA_ENROLL', { enroll: { self: 'NEVER' } }, enrollment, nameOf)).toEqual([
      'No one is asked to set up authenticators',
      'Required: Email',
    ])
  })
})
