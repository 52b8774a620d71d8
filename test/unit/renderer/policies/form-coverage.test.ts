// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { NDialogProvider, NMessageProvider } from 'naive-ui'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h, type Component } from 'vue'
import { z } from 'zod'
import { POLICY_CONDITIONS, RULE_CONDITIONS } from '#contract/policy/conditions.ts'
import { POLICY_TYPE_NAMES, policyType, type PolicyType } from '#contract/policy/policy-types.ts'
import { ENROLL_FACTOR_KEYS } from '#contract/policy/settings.ts'
import { ACTION_FORMS } from '#ui/features/policies/rule/actions/index.ts'
import { metaOfCondition } from '#ui/features/policies/rule/conditions/catalogue.ts'
import { SETTINGS_FORMS } from '#ui/features/policies/policy/settings-forms.ts'
import { leaves } from '../../../helpers/schema-leaves.ts'

const stubs = { EntityPicker: true, ExpressionEditor: true, JsonView: true, RouterLink: true, AssurancePanel: true }

/** The paths at which a form shows errors, that is: at which it has a field, for all of the samples together. */
function fieldsOf(form: Component, samples: readonly unknown[], props: object = {}): Set<string> {
  const asked = new Set<string>()
  const errorOf = (path: string) => {
    asked.add(path.replaceAll(/\.\d+(?=\.|$)/g, '.*'))
    return undefined
  }
  for (const modelValue of samples) {
    const inner = () => h(form, { modelValue, errorOf, ...props })
    const page = mount(() => h(NMessageProvider, () => h(NDialogProvider, inner)), {
      global: { plugins: [createPinia()], stubs },
    })
    page.unmount()
  }
  return asked
}

/** Paths of the schema for which the form has no field. */
function missing(schema: z.ZodType, asked: ReadonlySet<string>, together: readonly string[] = []): string[] {
  const all = leaves(schema)
  expect(together.filter((path) => !all.includes(path) || asked.has(path))).toEqual([])
  return all.filter((path) => !asked.has(path) && !together.includes(path))
}

/** Fields of which one control shows several at once, and so asks at another path, or at none. */
type Together = Readonly<Record<string, readonly string[]>>

const CONDITION_SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  network: [{ connection: 'ZONE' }],
  authProvider: [{ provider: 'DIRECTORY_SERVICE' }],
  identityProvider: [{ provider: 'SPECIFIC_IDP', idpIds: ['i'] }],
  userIdentifier: [
    { type: 'IDENTIFIER', patterns: [{ matchType: 'SUFFIX', value: 'x' }] },
    { type: 'ATTRIBUTE', attribute: 'email', patterns: [{ matchType: 'EQUALS', value: 'x' }] },
  ],
  platform: ['include', 'exclude'].map((side) => ({
    [side]: [{ type: 'DESKTOP', os: { type: 'MACOS', expression: 'x', version: { matchType: 'SEMVER', value: '1' } } }],
  })),
}
/** Paths that a picker of whole objects shows: the id is what is chosen, the rest follows. */
const CONDITION_TOGETHER: Together = {
  app: ['include', 'exclude'].flatMap((side) => ['type', 'id', 'name'].map((key) => `${side}.*.${key}`)),
}

const METHODS = ['authenticationMethods', 'excludedAuthenticationMethods']
const FACTOR = [...METHODS.flatMap((list) => [`${list}.*.key`, `${list}.*.method`]), 'required']
const PROVIDERS = [{ type: 'SAML2', id: 'i', name: 'n' }]
const ENROLLMENT = {
  access: 'ALLOW',
  activationRequirements: { emailVerification: true },
  profileAttributes: [{ name: 'email', label: 'Email', required: true }],
  preRegistrationInlineHooks: [{ inlineHookId: 'h', scopes: [] }],
  uiSchemaId: 'u',
  unknownUserAction: 'REGISTER',
}
const FULL_FACTOR = { reauthenticateIn: 'PT1H', authenticationMethods: [], excludedAuthenticationMethods: [] }

const ACTION_SAMPLES: Readonly<Record<PolicyType, readonly unknown[]>> = {
  SVC_SIGN_ON: [{ signon: { access: 'ALLOW', requireFactor: true, factorPromptMode: 'SESSION' } }],
  PASSWORD: [
    {
      selfServicePasswordReset: {
        access: 'ALLOW',
        requirement: {
          primary: { methods: ['OTP'], methodConstraints: [{ method: 'otp', allowedAuthenticators: [{ key: 'k' }] }] },
        },
      },
    },
  ],
  MFA_ENROLL: [{ enroll: { self: 'LOGIN' } }],
  IDP_DISCOVERY: [
    { idp: { idpSelectionType: 'SPECIFIC', providers: PROVIDERS } },
    { idp: { idpSelectionType: 'DYNAMIC', matchCriteria: [{ providerExpression: 'x' }] } },
  ],
  ACCESS_POLICY: [
    {
      appSignOn: {
        access: 'ALLOW',
        verificationMethod: {
          type: 'ASSURANCE',
          factorMode: '2FA',
          constraints: [{ knowledge: FULL_FACTOR, possession: FULL_FACTOR }],
          reauthenticateIn: 'PT1H',
          inactivityPeriod: 'PT1H',
        },
        keepMeSignedIn: { postAuth: 'ALLOWED', postAuthPromptFrequency: 'PT168H' },
      },
    },
    {
      appSignOn: {
        access: 'ALLOW',
        verificationMethod: {
          type: 'AUTH_METHOD_CHAIN',
          chains: [
            {
              authenticationMethods: [{ key: 'svc_verify', method: 'signed_nonce' }],
              reauthenticateIn: 'PT1H',
              next: [{ authenticationMethods: [] }],
            },
          ],
          reauthenticateIn: 'PT1H',
        },
      },
    },
  ],
  PROFILE_ENROLLMENT: [{ profileEnrollment: ENROLLMENT }],
  POST_AUTH_SESSION: [{ postAuthSession: { failureActions: [{ action: 'RUN_WORKFLOW', workflow: { id: 'w' } }] } }],
  ENTITY_RISK: [{ entityRisk: { actions: [{ action: 'RUN_WORKFLOW', workflow: { id: 'w' } }] } }],
  OAUTH_AUTHORIZATION_POLICY: [
    { token: { refreshTokenLifetimeMinutes: 0 } },
    { token: { refreshTokenLifetimeMinutes: 90, inlineHook: { id: 'h' } } },
  ],
}
const CONSTRAINT = 'appSignOn.verificationMethod.constraints.*'
const ACTION_TOGETHER: Together = {
  // `required` follows from what is excluded. Pickers of whole methods ask for the list, steps for the methods in them.
  ACCESS_POLICY: [
    ...['authenticationMethods.*.key', 'authenticationMethods.*.method', 'next'].map(
      (key) => `appSignOn.verificationMethod.chains.*.${key}`,
    ),
    ...['knowledge', 'possession'].flatMap((kind) => FACTOR.map((key) => `${CONSTRAINT}.${kind}.${key}`)),
  ],
  PROFILE_ENROLLMENT: ['profileEnrollment.activationRequirements.emailVerification'],
}

const SETTINGS_SAMPLES: Readonly<Partial<Record<PolicyType, readonly unknown[]>>> = {
  PASSWORD: [{}],
  MFA_ENROLL: [
    { type: 'FACTORS', factors: {} },
    { type: 'AUTHENTICATORS', authenticators: [{ key: 'webauthn', enroll: { self: 'OPTIONAL' } }] },
  ],
}

beforeEach(() => vi.stubGlobal('fetch', () => new Promise(() => {})))
afterEach(() => void vi.unstubAllGlobals())

const withPrefix = (prefix: string, asked: ReadonlySet<string>) =>
  new Set([...asked].map((path) => (path.startsWith(`${prefix}.`) ? path.slice(prefix.length + 1) : path)))

describe('every condition has a form of its own', () => {
  const cases = [
    ...Object.entries(RULE_CONDITIONS).map(([key, schema]) => ({ key, schema, where: 'rule' })),
    ...Object.entries(POLICY_CONDITIONS).map(([key, schema]) => ({ key, schema, where: 'policy' })),
  ]
  it.each(cases)('$key on a $where: each path of its schema has a field', ({ key, schema, where }) => {
    const { form, blank } = metaOfCondition(key)
    expect(form).not.toBe(metaOfCondition('no condition of any type').form)
    const asked = fieldsOf(form, [blank, ...(CONDITION_SAMPLES[key] ?? [])], { onPolicy: where === 'policy' })
    expect(missing(schema, asked, CONDITION_TOGETHER[key])).toEqual([])
  })
})

describe('the actions of every type have a form', () => {
  it.each(POLICY_TYPE_NAMES)('%s: each path of the schema has a field', (type) => {
    const asked = withPrefix(
      'actions',
      fieldsOf(ACTION_FORMS[type], ACTION_SAMPLES[type], { engine: 'identity', defaultRule: false }),
    )
    expect(missing(policyType(type).actions, asked, ACTION_TOGETHER[type])).toEqual([])
  })
})

describe('the settings of every type that has some have a form', () => {
  const types = POLICY_TYPE_NAMES.filter((type) => policyType(type).settings)
  it.each(types)('%s: each path of the schema has a field', (type) => {
    const form = SETTINGS_FORMS[type]
    expect(form).not.toBeNull()
    if (!form) return
    const asked = withPrefix('settings', fieldsOf(form, SETTINGS_SAMPLES[type] ?? []))
    expect(missing(policyType(type).settings as z.ZodType, asked)).toEqual([])
  })
})

describe('the walk over a schema', () => {
  it('finds fields in objects, lists, choices and maps, so that a new one cannot hide', () => {
    const schema = z.strictObject({
      plain: z.string().optional(),
      words: z.array(z.string()),
      rows: z.array(z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('a'), x: z.number().nullish() })])),
      map: z.partialRecord(z.enum(['k', 'l']), z.strictObject({ on: z.boolean() })),
    })
    expect(leaves(schema)).toEqual(['map.k.on', 'map.l.on', 'plain', 'rows.*.kind', 'rows.*.x', 'words'])
    expect(leaves(policyType('MFA_ENROLL').settings as z.ZodType)).toContain(
      `factors.${ENROLL_FACTOR_KEYS[0]}.enroll.self`,
    )
  })
})
