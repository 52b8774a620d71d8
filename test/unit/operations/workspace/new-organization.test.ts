import { beforeAll, describe, expect, it } from 'vitest'
import type { Policy, Rule } from '#contract/policy/policy.ts'
import { POLICY_TYPE_NAMES, policyType, type PolicyType } from '#contract/policy/policy-types.ts'
import { ruleBody } from '../../../helpers/factories.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

const IDENTITY_ONLY = ['ACCESS_POLICY', 'PROFILE_ENROLLMENT', 'POST_AUTH_SESSION', 'ENTITY_RISK'] as const
/** Types whose policies stand under /policies; those of authorization servers have tests of their own. */
const UNDER_POLICIES = POLICY_TYPE_NAMES.filter((type) => policyType(type).parent === 'policies')
const BOTH = ['SVC_SIGN_ON', 'PASSWORD', 'MFA_ENROLL', 'IDP_DISCOVERY'] as const

async function policiesOf(server: TestServer, type: PolicyType): Promise<Policy[]> {
  return (await server.client.call('listPolicies', { query: { type } })).body
}
async function rulesOf(server: TestServer, policy: Policy): Promise<Rule[]> {
  return (await server.client.call('listRules', { params: { policyId: policy.id } })).body
}

describe.each(['identity', 'classic'] as const)('a new organization on the %s engine', (engine) => {
  let server: TestServer
  let everyone: string
  beforeAll(async () => {
    server = await startServer({ engine })
    everyone = (await server.client.call('listGroups')).body[0]?.id as string
  })

  it('has two groups, built in: Everyone, and the administrators, of whom there is the owner', async () => {
    const groups = (await server.client.call('listGroups')).body
    expect(groups.map(({ type, profile }) => [type, profile])).toEqual([
      ['BUILT_IN', { name: 'Everyone', description: 'All users in your organization' }],
      [
        'BUILT_IN',
        {
          name: 'Svc Administrators',
          description: 'Svc manages this group, which contains all administrators in your organization.',
        },
      ],
    ])
    const members = await server.client.call('listGroupMembers', { params: { groupId: groups[1]?.id ?? '' } })
    expect(members.body.map(({ profile }) => profile['login'])).toEqual(['owner@example.com'])
    expect(everyone).toMatch(/^00g[0-9A-Za-z]{17}$/)
  })

  it('has two zones of the system without addresses', async () => {
    const zones = (await server.client.call('listZones')).body
    expect(zones).toHaveLength(2)
    for (const [name, usage] of [
      ['LegacyIpZone', 'POLICY'],
      ['BlockedIpZone', 'BLOCKLIST'],
    ])
      expect(zones.find((zone) => zone.name === name)).toMatchObject({
        type: 'IP',
        usage,
        system: true,
        status: 'ACTIVE',
        gateways: null,
        proxies: null,
      })
  })

  it('has one user type, the default', async () => {
    const types = (await server.client.call('listUserTypes')).body
    expect(types).toHaveLength(1)
    expect(types[0]).toMatchObject({ name: 'user', default: true })
  })

  it('has the applications of the platform', async () => {
    const apps = (await server.client.call('listApps')).body
    expect(apps.map((app) => app.label).sort()).toEqual(['Svc Admin Console', 'Svc Browser Plugin', 'Svc Dashboard'])
  })

  it.each(['SVC_SIGN_ON', 'PASSWORD', 'MFA_ENROLL'] as const)(
    'has one default %s policy for everyone',
    async (type) => {
      const [policy, ...others] = await policiesOf(server, type)
      expect(others).toEqual([])
      expect(policy).toMatchObject({ name: 'Default Policy', priority: 1, status: 'ACTIVE', system: true })
      expect(policy?.conditions?.people).toEqual({ groups: { include: [everyone] } })
      const rules = await rulesOf(server, policy as Policy)
      expect(rules).toHaveLength(1)
      expect(rules[0]).toMatchObject({ name: 'Default Rule', priority: 1, status: 'ACTIVE', system: true })
    },
  )

  it('routes everybody to itself', async () => {
    const [policy] = await policiesOf(server, 'IDP_DISCOVERY')
    expect(policy).toMatchObject({ name: 'Idp Discovery Policy', conditions: null, system: true })
    const [rule] = await rulesOf(server, policy as Policy)
    expect(rule).toMatchObject({ name: 'Default Rule', system: true })
    expect(rule?.actions['idp']).toMatchObject({ providers: [{ type: 'SVC' }] })
  })

  it('ships the documented password settings', async () => {
    const [policy] = await policiesOf(server, 'PASSWORD')
    expect(policy?.conditions).toEqual({
      people: { groups: { include: [everyone] } },
      authProvider: { provider: 'SVC' },
    })
    expect(policy?.settings).toEqual({
      password: {
        complexity: {
          minLength: 8,
          minLowerCase: 1,
          minUpperCase: 1,
          minNumber: 1,
          minSymbol: 0,
          excludeUsername: true,
          excludeAttributes: [],
          dictionary: { common: { exclude: false } },
        },
        age: { maxAgeDays: 0, expireWarnDays: 0, minAgeMinutes: 0, historyCount: 4 },
        lockout: {
          maxAttempts: 10,
          autoUnlockMinutes: 0,
          userLockoutNotificationChannels: [],
          showLockoutFailures: false,
        },
        breachedProtection: { expireAfterDays: 0, logoutEnabled: true, delegatedWorkflowId: null },
      },
      recovery: {
        factors: {
          recovery_question: { status: 'ACTIVE', properties: { complexity: { minLength: 4 } } },
          svc_email: { status: 'ACTIVE', properties: { recoveryToken: { tokenLifetimeMinutes: 60 } } },
          svc_sms: { status: 'INACTIVE' },
          svc_call: { status: 'INACTIVE' },
        },
      },
      delegation: { options: { skipUnlock: false } },
    })
  })

  it('leaves no event behind but the making of its token', async () => {
    const events = (await server.client.call('listLogEvents')).body
    expect(events.map((event) => event.eventType)).toEqual(['system.api_token.create'])
  })

  it('takes its default policies back as they were read', async () => {
    for (const type of engine === 'identity' ? UNDER_POLICIES : BOTH) {
      const params = { policyId: (await server.make.theDefault(type)).id }
      const policy = (await server.client.call('getPolicy', { params })).body
      const echoed = (await server.client.call('replacePolicy', { params, body: policy })).body
      expect({ ...echoed, lastUpdated: null }, type).toEqual({ ...policy, lastUpdated: null })
    }
  })

  it('keeps its default policies: no deletion, no rest, no other place', async () => {
    for (const type of engine === 'identity' ? UNDER_POLICIES : BOTH) {
      const policy = await server.make.theDefault(type)
      const params = { policyId: policy.id }
      const { refused } = server.client
      const deletion = await refused('deletePolicy', { params })
      expect([deletion.status, deletion.code], type).toEqual([403, 'E0000006'])
      const rest = await refused('deactivatePolicy', { params })
      expect([rest.status, rest.code], type).toEqual([400, 'E0000001'])
      const moved = await refused('replacePolicy', { params, body: { ...policy, priority: policy.priority + 1 } })
      expect([moved.status, moved.code], type).toEqual([403, 'E0000077'])
      const body = { ...policy, status: 'INACTIVE' as const }
      expect((await server.client.call('replacePolicy', { params, body })).body.status, type).toBe('ACTIVE')
    }
  })

  it('keeps its default rules: no deletion, no rest', async () => {
    for (const type of engine === 'identity' ? UNDER_POLICIES : BOTH) {
      const policy = await server.make.theDefault(type)
      const rule = (await rulesOf(server, policy)).at(-1) as Rule
      const params = { policyId: policy.id, ruleId: rule.id }
      expect(rule.system).toBe(true)
      expect(Object.keys(rule._links)).toEqual(['self'])
      const deletion = await server.client.refused('deleteRule', { params })
      expect([deletion.status, deletion.code], type).toEqual([403, 'E0000006'])
      const rest = await server.client.refused('deactivateRule', { params })
      expect([rest.status, rest.code], type).toEqual([400, 'E0000001'])
    }
  })
})

describe('a new organization on the identity engine', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })

  it('says what its system policies are for [spec/6 2/system policies]', async () => {
    const shown = async (type: PolicyType) =>
      (await policiesOf(server, type))
        .filter(({ system }) => system)
        .map(({ name, description }) => [name, description])
    expect(await shown('ACCESS_POLICY')).toEqual([['Any two factors', 'Require two factors to access.']])
    expect(await shown('IDP_DISCOVERY')).toEqual([['Idp Discovery Policy', 'The default IdP Discovery Policy']])
    const enables = 'Enables post auth policy evaluation for the org.'
    expect(await shown('POST_AUTH_SESSION')).toEqual([['Post Auth Policy', enables]])
    expect(await shown('PROFILE_ENROLLMENT')).toEqual([['Default Policy', undefined]])
  })

  it('has four authentication policies, each closed by its catch-all', async () => {
    const policies = await policiesOf(server, 'ACCESS_POLICY')
    expect(policies.map(({ name, system, priority }) => ({ name, system, priority }))).toEqual(
      expect.arrayContaining([
        { name: 'Svc Admin Console', system: false, priority: 1 },
        { name: 'Svc Dashboard', system: false, priority: 1 },
        { name: 'Svc Browser Plugin', system: false, priority: 1 },
        { name: 'Any two factors', system: true, priority: 1 },
      ]),
    )
    expect(policies).toHaveLength(4)
    for (const policy of policies) {
      const rules = await rulesOf(server, policy)
      expect(rules).toHaveLength(1)
      expect(rules[0]).toMatchObject({ name: 'Catch-all Rule', priority: 99, system: true, conditions: null })
      expect(rules[0]?.actions).toEqual({
        appSignOn: {
          access: 'ALLOW',
          verificationMethod: { type: 'ASSURANCE', factorMode: '2FA', reauthenticateIn: 'PT12H' },
          keepMeSignedIn: { postAuth: 'NOT_ALLOWED' },
        },
      })
    }
  })

  it('maps each platform application to the policy of its name', async () => {
    const apps = (await server.client.call('listApps')).body
    for (const app of apps) {
      const policy = (await policiesOf(server, 'ACCESS_POLICY')).find(({ name }) => name === app.label) as Policy
      const mapped = (await server.client.call('listPolicyApps', { params: { policyId: policy.id } })).body
      expect(mapped.map(({ id }) => id)).toEqual([app.id])
    }
  })

  it.each(['PROFILE_ENROLLMENT', 'ENTITY_RISK', 'POST_AUTH_SESSION'] as const)(
    'has one %s policy with a catch-all at 99',
    async (type) => {
      const policies = await policiesOf(server, type)
      expect(policies).toHaveLength(1)
      expect(policies[0]).toMatchObject({ system: true, priority: 1 })
      const rules = await rulesOf(server, policies[0] as Policy)
      expect(rules.map(({ name, priority, system }) => [name, priority, system])).toEqual([
        ['Catch-all Rule', 99, true],
      ])
    },
  )

  it('lists the deprecated name of a type as its new one', async () => {
    const query = { type: 'CONTINUOUS_ACCESS' }
    const [policy] = (await server.client.call('listPolicies', { query })).body
    expect(policy?.type).toBe('POST_AUTH_SESSION')
  })

  it('keeps session lifetime and persistence of the default rule, lets the rest change', async () => {
    const policy = await server.make.theDefault('SVC_SIGN_ON')
    const rule = (await rulesOf(server, policy)).at(-1) as Rule
    const params = { policyId: policy.id, ruleId: rule.id }
    const signon = rule.actions['signon'] as { session: Record<string, unknown> }
    const withSession = (session: object) => ({
      ...rule,
      actions: { signon: { ...signon, session: { ...signon.session, ...session } } },
    })
    for (const session of [{ maxSessionLifetimeMinutes: 60 }, { usePersistentCookie: true }]) {
      const refusal = await server.client.refused('replaceRule', { params, body: withSession(session) })
      expect([refusal.status, refusal.code]).toEqual([403, 'E0000077'])
      expect(refusal.locations).toEqual([`actions.signon.session.${Object.keys(session)[0]}`])
    }
    const idle = withSession({ maxSessionIdleMinutes: 30 })
    const replaced = (await server.client.call('replaceRule', { params, body: idle })).body
    expect(replaced.actions['signon']).toMatchObject({ session: { maxSessionIdleMinutes: 30 } })
  })

  it('keeps the place and the conditions of a default rule', async () => {
    for (const type of ['SVC_SIGN_ON', 'PASSWORD', 'ACCESS_POLICY'] as const) {
      const policy = await server.make.theDefault(type)
      const rule = (await rulesOf(server, policy)).at(-1) as Rule
      const params = { policyId: policy.id, ruleId: rule.id }
      const somebody = { people: { users: { include: [(await server.make.aUser()).id] } } }
      for (const [change, name] of [
        [{ priority: rule.priority - 1 }, 'priority'],
        [{ conditions: somebody }, 'conditions'],
      ] as const) {
        const refusal = await server.client.refused('replaceRule', { params, body: { ...rule, ...change } })
        expect([refusal.status, refusal.code, refusal.locations], type).toEqual([403, 'E0000077', [name]])
      }
    }
  })

  it('takes the rules of every type back as they were read', async () => {
    for (const type of UNDER_POLICIES) {
      const policy = await server.make.theDefault(type)
      if (type !== 'PROFILE_ENROLLMENT') await server.make.aRule(policy)
      for (const rule of await rulesOf(server, policy)) {
        if (rule.system && ['MFA_ENROLL', 'IDP_DISCOVERY'].includes(type)) continue
        const params = { policyId: policy.id, ruleId: rule.id }
        const echoed = (await server.client.call('replaceRule', { params, body: rule })).body
        expect({ ...echoed, lastUpdated: null }, type).toEqual({ ...rule, lastUpdated: null })
      }
    }
  })

  it('has read-only default rules for enrolment and routing', async () => {
    for (const type of ['MFA_ENROLL', 'IDP_DISCOVERY'] as const) {
      const policy = await server.make.theDefault(type)
      const rule = (await rulesOf(server, policy)).at(-1) as Rule
      const params = { policyId: policy.id, ruleId: rule.id }
      const refusal = await server.client.refused('replaceRule', { params, body: rule })
      expect([refusal.status, refusal.code], type).toEqual([403, 'E0000111'])
      expect(rule._links['self'], type).toMatchObject({ hints: { allow: ['GET'] } })
    }
  })
})

describe('a new organization on the classic engine', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ engine: 'classic' })
  })

  it('knows no type of the identity engine', async () => {
    const { refused } = server.client
    for (const type of IDENTITY_ONLY) {
      const list = await refused('listPolicies', { query: { type } })
      expect([list.status, list.code], type).toEqual([400, 'E0000002'])
      const create = await refused('createPolicy', { body: { type, name: 'X' } })
      expect([create.status, create.code], type).toEqual([400, 'E0000002'])
    }
    expect((await refused('listPolicies', { query: { type: 'WEATHER' } })).code).toBe('E0000002')
    expect((await server.client.call('getWorkspace')).body.counts.policies.ACCESS_POLICY).toBe(0)
  })

  it('has read-only default rules', async () => {
    for (const type of BOTH) {
      const policy = await server.make.theDefault(type)
      const [rule] = (await rulesOf(server, policy)) as [Rule]
      const params = { policyId: policy.id, ruleId: rule.id }
      const refusal = await server.client.refused('replaceRule', { params, body: rule })
      expect([refusal.status, refusal.code], type).toEqual([403, 'E0000111'])
      expect(rule._links['self'], type).toMatchObject({ hints: { allow: ['GET'] } })
    }
  })

  it('gives no primary factor but the one that was sent and that it knows [spec/6 15/primary factor]', async () => {
    const policy = await server.make.aPolicy('SVC_SIGN_ON')
    const sent = async (primaryFactor: string) =>
      (await server.make.aRule(policy, { actions: { signon: { access: 'ALLOW', primaryFactor } } })).actions['signon']
    expect(await sent('PASSWORD_IDP')).toMatchObject({ primaryFactor: 'PASSWORD_IDP' })
    expect(await sent('PASSWORD_IDP_ANY_FACTOR')).not.toHaveProperty('primaryFactor')
    const [standard] = (await rulesOf(server, await server.make.theDefault('SVC_SIGN_ON'))) as [Rule]
    expect(standard.actions['signon']).not.toHaveProperty('primaryFactor')
  })

  it('embeds up to twenty rules in a policy, and refuses more', async () => {
    const policy = await server.make.aPolicy('SVC_SIGN_ON')
    const query = { expand: 'rules' as const }
    const params = { policyId: policy.id }
    for (let count = 0; count < 20; count++) await server.make.aRule(policy)
    const expanded = (await server.client.call('getPolicy', { params, query })).body
    expect(expanded._embedded?.rules).toEqual(await rulesOf(server, policy))
    expect(expanded._embedded?.rules).toHaveLength(20)
    await server.client.call('createRule', { params, body: ruleBody('SVC_SIGN_ON') })
    const refusal = await server.client.refused('getPolicy', { params, query })
    expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', ['expand']])
  })
})
