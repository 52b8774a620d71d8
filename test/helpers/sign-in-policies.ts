import type { PolicyRecord, PolicySet, RuleRecord } from '#policy/types.ts'

/** Policies of what a sign-in goes through, by the rules alone: for tests of what they come to. */

const SESSION = { usePersistentCookie: false, maxSessionIdleMinutes: 120, maxSessionLifetimeMinutes: 0 }

/** A rule of the global session; allows with one factor where nothing else is said. */
export const sessionRule = (
  name: string,
  signon: { access?: 'ALLOW' | 'DENY'; requireFactor?: boolean } = {},
  conditions: RuleRecord['conditions'] = null,
): RuleRecord => ({
  id: name,
  name,
  status: 'ACTIVE',
  priority: 1,
  system: false,
  conditions,
  actions: {
    signon: { access: 'ALLOW', requireFactor: false, factorPromptMode: 'ALWAYS', session: SESSION, ...signon },
  },
})

/** A rule of an authentication policy; null denies. */
export const appRule = (
  name: string,
  method: object | null,
  conditions: RuleRecord['conditions'] = null,
): RuleRecord => ({
  ...sessionRule(name, {}, conditions),
  actions: {
    appSignOn: method ? { access: 'ALLOW', verificationMethod: { type: 'ASSURANCE', ...method } } : { access: 'DENY' },
  },
})

const policy = (type: PolicyRecord['type'], name: string, rules: readonly RuleRecord[]): PolicyRecord => ({
  id: type,
  type,
  name,
  status: 'ACTIVE',
  priority: 1,
  system: false,
  rules: rules.map((rule, index) => ({ ...rule, priority: index + 1 })),
})

interface Rules {
  session?: readonly RuleRecord[]
  app?: readonly RuleRecord[]
  routing?: readonly RuleRecord[]
}

/** An organization of one policy of each type that has rules, with the zone `hq` and the application `app`. */
export const organization = ({ session = [], app = [], routing = [] }: Rules): PolicySet => ({
  everyoneGroupId: 'everyone',
  zones: [
    {
      id: 'hq',
      name: 'HQ',
      type: 'IP',
      status: 'ACTIVE',
      usage: 'POLICY',
      gateways: [{ type: 'CIDR', value: '10.0.0.0/8' }],
    },
  ],
  applications: [
    {
      id: 'app',
      name: 'app',
      label: 'Build server',
      status: 'ACTIVE',
      accessPolicyId: 'ACCESS_POLICY',
      profileEnrollmentPolicyId: null,
    },
  ],
  nameOf: (id) => ({ hq: 'HQ', staff: 'Staff', corp: 'Corporate IdP' })[id] ?? null,
  policies: [
    policy('SVC_SIGN_ON', 'Global session', session),
    policy('ACCESS_POLICY', 'Applications', app),
    policy('IDP_DISCOVERY', 'Routing', routing),
  ],
})

const ACTIONS = {
  SVC_SIGN_ON: (index: number) =>
    sessionRule('any', index % 3 ? { requireFactor: index % 3 === 2 } : { access: 'DENY' }).actions,
  ACCESS_POLICY: (index: number) => appRule('any', index % 3 ? { factorMode: `${index % 3}FA` } : null).actions,
}

/** A random set with all policies of one type that lets in or keeps out; its rules do so in turn, with one or two factors. */
export const withSignOnActions = (set: PolicySet, type: keyof typeof ACTIONS): PolicySet => ({
  ...set,
  policies: set.policies.map((each, at) => ({
    ...each,
    type,
    rules: each.rules.map((rule, index) => ({ ...rule, actions: ACTIONS[type](at + index) })),
  })),
})
