import { beforeAll, describe, expect, it } from 'vitest'
import type { Rule } from '#contract/policy/policy.ts'
import { soundApp } from '../../../helpers/app-bodies.ts'
import type { Client } from '../../../helpers/client.ts'
import { ruleBody, type Factories } from '../../../helpers/factories.ts'
import { withDatabase } from '../../../helpers/files.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let client: Client
let make: Factories
beforeAll(async () => {
  server = await startServer()
  ;({ client, make } = server)
})

const listRules = async (policyId: string): Promise<Rule[]> =>
  (await client.call('listRules', { params: { policyId } })).body

describe.each(['SVC_SIGN_ON', 'PASSWORD', 'ACCESS_POLICY'] as const)('a rule of a %s policy', (type) => {
  it('is created, read, replaced, and gone once deleted', async () => {
    const policy = await make.aPolicy(type)
    const created = await make.aRule(policy)
    const params = { policyId: policy.id, ruleId: created.id }
    expect(created).toMatchObject({ status: 'ACTIVE', system: false })
    expect(created.id).toMatch(type === 'ACCESS_POLICY' ? /^rul[0-9A-Za-z]{17}$/ : /^0pr[0-9A-Za-z]{17}$/)
    expect((await client.call('getRule', { params })).body).toEqual(created)

    server.clock.advance(1_000)
    const replaced = (await client.call('replaceRule', { params, body: { ...created, name: 'Renamed' } })).body
    expect(replaced).toEqual({ ...created, name: 'Renamed', lastUpdated: new Date(server.clock.now).toISOString() })
    expect((await listRules(policy.id)).find((rule) => rule.id === created.id)).toEqual(replaced)

    expect((await client.call('deleteRule', { params })).status).toBe(204)
    expect((await client.refused('getRule', { params })).code).toBe('E0000007')
  })

  it('may be sent back as it was read, the default rule too', async () => {
    const policy = await make.theDefault(type)
    await make.aRule(policy)
    for (const rule of await listRules(policy.id)) {
      const params = { policyId: policy.id, ruleId: rule.id }
      const echoed = (await client.call('replaceRule', { params, body: rule })).body
      expect({ ...echoed, lastUpdated: null }).toEqual({ ...rule, lastUpdated: null })
    }
  })

  it('ranks above the default rule, which stays last', async () => {
    const policy = await make.theDefault(type)
    await make.aRule(policy, { priority: 50 })
    await make.aRule(policy)
    const rules = await listRules(policy.id)
    expect(rules.at(-1)?.system).toBe(true)
    expect(rules.filter((rule) => rule.system)).toHaveLength(1)
    const numbers = rules.map((rule) => rule.priority)
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
  })

  it('must be of the type of its policy', async () => {
    const policy = await make.aPolicy(type)
    const body = ruleBody(type === 'PASSWORD' ? 'SVC_SIGN_ON' : 'PASSWORD')
    const refusal = await client.refused('createRule', { params: { policyId: policy.id }, body })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['type']])
  })

  it('goes with its policy', async () => {
    const policy = await make.aPolicy(type)
    const rule = await make.aRule(policy)
    await client.call('deletePolicy', { params: { policyId: policy.id } })
    const refusal = await client.refused('getRule', { params: { policyId: policy.id, ruleId: rule.id } })
    expect(refusal.body.errorSummary).toContain(policy.id)
  })

  it('links to itself, and to the lifecycle step that its status leaves open', async () => {
    const policy = await make.aPolicy(type)
    const rule = await make.aRule(policy)
    const self = `${server.url}/api/v1/policies/${policy.id}/rules/${rule.id}`
    expect(rule._links).toEqual({
      self: { href: self, hints: { allow: ['GET', 'PUT', 'DELETE'] } },
      deactivate: { href: `${self}/lifecycle/deactivate`, hints: { allow: ['POST'] } },
    })
    const params = { policyId: policy.id, ruleId: rule.id }
    await client.call('deactivateRule', { params })
    const inactive = (await client.call('getRule', { params })).body
    expect(Object.keys(inactive._links).sort()).toEqual(['activate', 'self'])
  })
})

describe('what the service adds to a rule', () => {
  it('of a sign-on policy', async () => {
    const rule = await make.aRule(await make.aPolicy('SVC_SIGN_ON'))
    expect(rule.conditions).toEqual({
      people: { users: { exclude: [] } },
      network: { connection: 'ANYWHERE' },
      authContext: { authType: 'ANY' },
    })
    expect(rule.actions).toEqual({
      signon: {
        access: 'ALLOW',
        requireFactor: false,
        primaryFactor: 'PASSWORD_IDP_ANY_FACTOR',
        rememberDeviceByDefault: false,
        session: { maxSessionIdleMinutes: 120, maxSessionLifetimeMinutes: 0, usePersistentCookie: false },
      },
    })
  })

  it('of an authentication policy', async () => {
    const rule = await make.aRule(await make.aPolicy('ACCESS_POLICY'))
    expect(rule.conditions).toEqual({
      people: { users: { exclude: [] } },
      network: { connection: 'ANYWHERE' },
      riskScore: { level: 'ANY' },
      userType: { include: [], exclude: [] },
    })
    expect(rule.actions).toEqual({
      appSignOn: {
        access: 'ALLOW',
        verificationMethod: { type: 'ASSURANCE', factorMode: '1FA', reauthenticateIn: 'PT12H' },
        keepMeSignedIn: { postAuth: 'NOT_ALLOWED' },
      },
    })
  })

  it('of a password policy, whose actions are all refused unless allowed', async () => {
    const rule = await make.aRule(await make.aPolicy('PASSWORD'), {
      actions: { selfServicePasswordReset: { access: 'ALLOW' } },
    })
    expect(rule.actions).toEqual({
      passwordChange: { access: 'DENY' },
      selfServicePasswordReset: { access: 'ALLOW' },
      selfServiceUnlock: { access: 'DENY' },
    })
  })

  it('keeps the people that the request names', async () => {
    const group = await make.aGroup()
    const rule = await make.aRule(await make.aPolicy(), {
      conditions: { people: { groups: { include: [group.id] } } },
    })
    expect(rule.conditions?.people).toEqual({ groups: { include: [group.id] }, users: { exclude: [] } })
  })

  it('answers constraints as they were sent, but that what excludes methods is not required [spec/6 8/constraints]', async () => {
    const constraints = [
      { knowledge: { types: ['PASSWORD'] } },
      { possession: { deviceBound: 'REQUIRED' } },
      { possession: { required: true, userVerification: 'OPTIONAL' } },
      { possession: { required: true, excludedAuthenticationMethods: [{ key: 'svc_email' }] } },
    ]
    const verificationMethod = { factorMode: '1FA', constraints }
    const rule = await make.aRule(await make.aPolicy('ACCESS_POLICY'), {
      actions: { appSignOn: { access: 'ALLOW', verificationMethod } },
    })
    const sent = (rule.actions['appSignOn'] as { verificationMethod: { constraints: object[] } }).verificationMethod
    const [excluding] = constraints.slice(-1)
    expect(sent.constraints).toEqual([
      ...constraints.slice(0, -1),
      { possession: { ...excluding?.possession, required: false } },
    ])
  })

  it('answers a chain with the periods of its steps and what it requires of methods [spec/6 9/chains]', async () => {
    const chains = [
      {
        authenticationMethods: [{ key: 'svc_password', method: 'password' }],
        next: [
          {
            authenticationMethods: [{ key: 'webauthn', method: 'webauthn', userVerification: 'REQUIRED' }],
            reauthenticateIn: 'PT1H',
          },
        ],
        reauthenticateIn: 'PT12H',
      },
    ]
    const policy = await make.aPolicy('ACCESS_POLICY')
    const withMethod = (verificationMethod: object) => ({
      actions: { appSignOn: { access: 'ALLOW', verificationMethod } },
    })
    const rule = await make.aRule(policy, withMethod({ type: 'AUTH_METHOD_CHAIN', chains }))
    expect(rule.actions['appSignOn']).toMatchObject({ verificationMethod: { type: 'AUTH_METHOD_CHAIN', chains } })
    expect((rule.actions['appSignOn'] as { verificationMethod: object }).verificationMethod).not.toHaveProperty(
      'reauthenticateIn',
    )
  })

  it('a primary factor where access is denied, too [spec/6 15/primary factor]', async () => {
    const rule = await make.aRule(await make.aPolicy(), { actions: { signon: { access: 'DENY' } } })
    expect(rule.actions['signon']).toMatchObject({ primaryFactor: 'PASSWORD_IDP' })
  })

  it('a name for each application of an enrollment rule, null where none was sent [spec/6 15/app names]', async () => {
    const { body: app } = await client.call('createApp', { body: soundApp() })
    const conditions = { app: { include: [{ type: 'APP', id: app.id }], exclude: [] } }
    const rule = await make.aRule(await make.aPolicy('MFA_ENROLL'), { conditions } as never)
    expect(rule.conditions?.app).toEqual({ include: [{ type: 'APP', name: null, id: app.id }], exclude: [] })
  })
})

describe('what a rule may not hold', () => {
  const signon = { access: 'ALLOW', requireFactor: true, primaryFactor: 'PASSWORD_IDP' }
  const bad: [string, 'SVC_SIGN_ON' | 'ACCESS_POLICY' | 'PASSWORD', object, string[]][] = [
    ['no actions', 'SVC_SIGN_ON', { actions: undefined }, ['actions']],
    [
      'a required factor without when and how long',
      'SVC_SIGN_ON',
      { actions: { signon } },
      ['actions.signon.factorPromptMode', 'actions.signon.factorLifetime'],
    ],
    ['an unknown action', 'SVC_SIGN_ON', { actions: { signon: { access: 'DENY' }, fire: {} } }, ['actions.fire']],
    [
      'a condition of another type',
      'PASSWORD',
      { conditions: { riskScore: { level: 'HIGH' } } },
      ['conditions.riskScore'],
    ],
    [
      'zones without ZONE',
      'PASSWORD',
      { conditions: { network: { connection: 'ANYWHERE', include: ['nzo1'] } } },
      ['conditions.network.connection'],
    ],
    [
      'ZONE without zones',
      'PASSWORD',
      { conditions: { network: { connection: 'ZONE' } } },
      ['conditions.network.include'],
    ],
    [
      'managed without registered',
      'ACCESS_POLICY',
      { conditions: { device: { managed: true } } },
      ['conditions.device.registered'],
    ],
    [
      'a period that is none',
      'ACCESS_POLICY',
      {
        actions: { appSignOn: { access: 'ALLOW', verificationMethod: { factorMode: '1FA', reauthenticateIn: '2h' } } },
      },
      ['actions.appSignOn.verificationMethod.reauthenticateIn'],
    ],
    [
      'the same id twice',
      'SVC_SIGN_ON',
      { conditions: { people: { users: { include: ['00u1', '00u1'] } } } },
      ['conditions.people.users.include'],
    ],
  ]

  it.each(bad)('%s', async (_, type, over, locations) => {
    const policy = await make.theDefault(type)
    const body = { ...ruleBody(type), ...over }
    const refusal = await client.refused('createRule', { params: { policyId: policy.id }, body })
    expect([refusal.status, refusal.code]).toEqual([400, 'E0000001'])
    expect(refusal.locations).toEqual(locations)
  })

  it.each([
    ['SVC_SIGN_ON', 0],
    ['ACCESS_POLICY', -1],
    ['ACCESS_POLICY', 99],
    ['ACCESS_POLICY', 1_000],
  ] as const)('in a %s policy the priority %i', async (type, priority) => {
    const policy = await make.aPolicy(type)
    const body = ruleBody(type, { priority })
    const refusal = await client.refused('createRule', { params: { policyId: policy.id }, body })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['priority']])
  })

  it('a broken expression', async () => {
    const policy = await make.aPolicy('ACCESS_POLICY')
    const body = ruleBody('ACCESS_POLICY', { conditions: { elCondition: { condition: 'user.profile.city == ' } } })
    const refusal = await client.refused('createRule', { params: { policyId: policy.id }, body })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['conditions.elCondition.condition']])
    expect(refusal.body.errorCauses[0]?.errorSummary).toMatch(/at 1:\d+/)

    const rule = await make.aRule(policy, { conditions: { elCondition: { condition: 'user.profile.city == "Bern"' } } })
    const params = { policyId: policy.id, ruleId: rule.id }
    expect((await client.refused('replaceRule', { params, body })).locations).toEqual(refusal.locations)
  })
})

it('a route calls an identity provider by its own type', async () => {
  const policy = await make.theDefault('IDP_DISCOVERY')
  const provider = await make.anIdentityProvider('SAML2')
  const body = (type: string) =>
    ruleBody('IDP_DISCOVERY', { actions: { idp: { providers: [{ type: 'SVC' }, { type, id: provider.id }] } } })
  const params = { policyId: policy.id }
  const refusal = await client.refused('createRule', { params, body: body('OIDC') })
  expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['actions.idp.providers[1].type']])
  expect((await client.call('createRule', { params, body: body('SAML2') })).status).toBe(200)
})

describe('what an older version stored by laxer rules', () => {
  it('is shown, found fault with, and can be mended', async () => {
    const before = await startServer()
    const policy = await before.make.aPolicy('ACCESS_POLICY')
    const rule = await before.make.aRule(policy)
    const enrollment = await before.make.aPolicy('MFA_ENROLL')
    await before.stop()
    const constraints = [{ knowledge: { types: ['APP'], required: true } }]
    const verificationMethod = { type: 'ASSURANCE', factorMode: '2FA', constraints, reauthenticateIn: 'PT12H' }
    const actions = { appSignOn: { access: 'ALLOW', verificationMethod } }
    const settings = { type: 'FACTORS', authenticators: [{ key: 'svc_password' }] }
    await withDatabase(before.dataFile, async (database) => {
      await database.run('UPDATE policy_rules SET actions = ? WHERE id = ?', [JSON.stringify(actions), rule.id])
      await database.run('UPDATE policies SET settings = ? WHERE id = ?', [JSON.stringify(settings), enrollment.id])
    })

    const after = await startServer({ dataFile: before.dataFile, strict: false })
    const shown = (await after.client.call('listRules', { params: { policyId: policy.id } })).body[0] as Rule
    expect(shown).toMatchObject({ id: rule.id, actions })
    const listed = (await after.client.call('listPolicies', { query: { type: 'MFA_ENROLL' } })).body
    expect(listed.find(({ id }) => id === enrollment.id)?.settings).toMatchObject(settings)
    const params = { policyId: policy.id, ruleId: rule.id }
    const refusal = await after.client.refused('replaceRule', { params, body: shown })
    expect(refusal.locations).toEqual(['actions.appSignOn.verificationMethod.constraints[0].knowledge.types'])
    const mended = (await after.client.call('replaceRule', { params, body: rule as never })).body
    expect(mended.actions).toEqual(rule.actions)
  })
})
