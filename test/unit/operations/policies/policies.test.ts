import { beforeAll, describe, expect, it } from 'vitest'
import type { Policy } from '#contract/policy/policy.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { LENIENT, type Client } from '../../../helpers/client.ts'
import { policyBody, ruleBody, type Factories } from '../../../helpers/factories.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let client: Client
let make: Factories
beforeAll(async () => {
  server = await startServer()
  ;({ client, make } = server)
})

const read = async (policyId: string): Promise<Policy> =>
  (await client.call('getPolicy', { params: { policyId } })).body
const create = (body: unknown, query = {}) => client.refused('createPolicy', { body, query })
const replace = (policyId: string, body: unknown) =>
  client.call('replacePolicy', { params: { policyId }, body: body as never })

describe.each(['SVC_SIGN_ON', 'PASSWORD', 'ACCESS_POLICY'] as const)('a %s policy', (type) => {
  it('is created, read, replaced, and gone once deleted', async () => {
    const created = await make.aPolicy(type, { description: 'First' })
    expect(created).toMatchObject({ type, status: 'ACTIVE', system: false, description: 'First' })
    expect(await read(created.id)).toEqual(created)

    server.clock.advance(1_000)
    const replaced = (await replace(created.id, { ...created, name: `${created.name} anew`, description: null })).body
    const { description: _gone, ...kept } = created
    expect(replaced).toEqual({
      ...kept,
      name: `${created.name} anew`,
      lastUpdated: new Date(server.clock.now).toISOString(),
    })
    expect(await read(created.id)).toEqual(replaced)

    const params = { policyId: created.id }
    expect((await client.call('deletePolicy', { params })).status).toBe(204)
    expect((await client.refused('getPolicy', { params })).code).toBe('E0000007')
    expect((await client.refused('deletePolicy', { params })).code).toBe('E0000007')
  })

  it('has an id of its kind', async () => {
    const { id } = await make.aPolicy(type)
    expect(id).toMatch(type === 'ACCESS_POLICY' ? /^rst[0-9A-Za-z]{17}$/ : /^00p[0-9A-Za-z]{17}$/)
  })

  it('serialises its type last, and its rules do too', async () => {
    const policy = await make.aPolicy(type)
    const rule = await make.aRule(policy)
    expect(Object.keys(policy).at(-1)).toBe('type')
    expect(Object.keys(rule).at(-1)).toBe('type')
  })

  it('may be sent back as it was read, and nothing changes', async () => {
    for (const policy of [await make.aPolicy(type), await read((await make.theDefault(type)).id)]) {
      const echoed = (await replace(policy.id, policy)).body
      expect({ ...echoed, lastUpdated: null }).toEqual({ ...policy, lastUpdated: null })
    }
  })

  it('ignores read-only and unknown top-level fields', async () => {
    const over = { id: 'mine', created: 'then', system: true, _links: 7, colour: 'blue' }
    const body = policyBody(type, over as object)
    const policy = (await client.call('createPolicy', { body, headers: LENIENT })).body
    expect(policy.system).toBe(false)
    expect(policy.id).not.toBe('mine')
    expect(policy).not.toHaveProperty('colour')
  })

  it('keeps a name that no other of its type has', async () => {
    const { name } = await make.aPolicy(type)
    const other = await make.aPolicy(type)
    const refusals = [
      await create(policyBody(type, { name })),
      await create(policyBody(type, { name: `  ${name} ` })),
      await client.refused('replacePolicy', { params: { policyId: other.id }, body: { ...other, name } }),
    ]
    for (const refusal of refusals) expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['name']])
  })

  it('is found by its name whatever characters stand in it', async () => {
    const { name } = await make.aPolicy(type, { name: `100 % _ 'quoted' \\ ${type}` })
    expect([(await create(policyBody(type, { name }))).locations, name]).toEqual([
      ['name'],
      `100 % _ 'quoted' \\ ${type}`,
    ])
  })

  it('cannot become another type', async () => {
    const policy = await make.aPolicy(type)
    const body = { type: type === 'PASSWORD' ? 'MFA_ENROLL' : 'PASSWORD', name: 'X' }
    const refusal = await client.refused('replacePolicy', { params: { policyId: policy.id }, body })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['type']])
  })

  it('shows `activate` or `deactivate`, as its status asks for', async () => {
    const policy = await make.aPolicy(type)
    const params = { policyId: policy.id }
    expect(Object.keys(policy._links).sort()).toEqual(['deactivate', 'mappings', 'rules', 'self'])
    expect((await client.call('deactivatePolicy', { params })).status).toBe(204)
    const inactive = await read(policy.id)
    expect(inactive.status).toBe('INACTIVE')
    expect(Object.keys(inactive._links).sort()).toEqual(['activate', 'mappings', 'rules', 'self'])
    expect((await client.call('activatePolicy', { params })).status).toBe(204)
    expect((await read(policy.id)).status).toBe('ACTIVE')
  })

  it('stays asleep when it is replaced without a status', async () => {
    const { status: _asleep, ...body } = policyBody(type, { name: `Asleep ${type}` })
    const { id } = (await client.call('createPolicy', { query: { activate: 'false' }, body })).body
    const replaced = await client.call('replacePolicy', {
      params: { policyId: id },
      body: { ...body, description: 'Z' },
    })
    expect(replaced.body).toMatchObject({ status: 'INACTIVE', description: 'Z' })
    const { status: _too, ...rule } = ruleBody(type)
    const made = await client.call('createRule', { params: { policyId: id }, query: { activate: 'false' }, body: rule })
    const params = { policyId: id, ruleId: made.body.id }
    expect((await client.call('replaceRule', { params, body: rule })).body.status).toBe('INACTIVE')
  })

  it('can be made inactive at once', async () => {
    const query = { activate: 'false' as const }
    const policy = (await client.call('createPolicy', { query, body: policyBody(type, { status: 'ACTIVE' }) })).body
    expect(policy.status).toBe('INACTIVE')
    const rule = await client.call('createRule', { params: { policyId: policy.id }, query, body: ruleBody(type) })
    expect(rule.body.status).toBe('INACTIVE')
    expect((await make.aPolicy(type, { status: 'INACTIVE' })).status).toBe('INACTIVE')
  })
})

describe('the links of a policy', () => {
  it('of an ordinary one allow everything', async () => {
    const policy = await make.aPolicy()
    const self = `${server.url}/api/v1/policies/${policy.id}`
    expect(policy._links).toEqual({
      self: { href: self, hints: { allow: ['GET', 'PUT', 'DELETE'] } },
      rules: { href: `${self}/rules`, hints: { allow: ['GET', 'POST'] } },
      mappings: { href: `${self}/mappings`, hints: { allow: ['GET', 'POST'] } },
      deactivate: { href: `${self}/lifecycle/deactivate`, hints: { allow: ['POST'] } },
    })
  })

  it('of a default one allow neither deletion nor lifecycle', async () => {
    const policy = await make.theDefault('SVC_SIGN_ON')
    expect(Object.keys(policy._links).sort()).toEqual(['rules', 'self'])
    expect(policy._links['self']).toMatchObject({ hints: { allow: ['GET', 'PUT'] } })
  })
})

describe('what a policy may not hold', () => {
  const badBodies: [string, unknown, string[]][] = [
    ['no type', { name: 'X' }, ['type']],
    ['a type that no one knows', { type: 'WEATHER', name: 'X' }, ['type']],
    ['an empty name', { type: 'PASSWORD', name: '   ' }, ['name']],
    ['a name that is too long', { type: 'PASSWORD', name: 'x'.repeat(256) }, ['name']],
    ['a status that no one knows', { type: 'PASSWORD', name: 'X', status: 'ASLEEP' }, ['status']],
    ['a priority in words', { type: 'PASSWORD', name: 'X', priority: 'first' }, ['priority']],
    ['a priority between two numbers', { type: 'PASSWORD', name: 'X', priority: 1.5 }, ['priority']],
    ['priority 0', { type: 'PASSWORD', name: 'X', priority: 0 }, ['priority']],
    [
      'a condition of another type',
      { type: 'PASSWORD', name: 'X', conditions: { riskScore: { level: 'ANY' } } },
      ['conditions.riskScore'],
    ],
    [
      'a condition that no one knows, deep down',
      { type: 'PASSWORD', name: 'X', conditions: { people: { groups: { include: [], includes: [] } } } },
      ['conditions.people.groups.includes'],
    ],
    [
      'conditions where the type has none',
      { type: 'ACCESS_POLICY', name: 'X', conditions: { people: { groups: { include: [] } } } },
      ['conditions.people'],
    ],
    [
      'settings where the type has none',
      { type: 'SVC_SIGN_ON', name: 'X', settings: { password: {} } },
      ['settings.password'],
    ],
    [
      'settings that are out of bounds, all at once',
      { type: 'PASSWORD', name: 'X', settings: { password: { complexity: { minLength: 3, minNumber: -1 } } } },
      ['settings.password.complexity.minLength', 'settings.password.complexity.minNumber'],
    ],
  ]

  it.each(badBodies)('%s', async (_, body, locations) => {
    const refusal = await create(body)
    expect([refusal.status, refusal.code]).toEqual([400, 'E0000001'])
    expect(refusal.locations).toEqual(locations)
  })

  it('a type that is no text, whatever else it is', async () => {
    for (const type of [{ toString: 1 }, ['PASSWORD'], 7, null, 'constructor', 'toString']) {
      const refusals = [
        await create({ type, name: 'X' }),
        await client.refused('createRule', { params: { policyId: 'none' }, body: { type, name: 'X' } }),
      ]
      for (const refusal of refusals) expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['type']])
    }
  })

  it('a second policy of a type that has exactly one', async () => {
    for (const type of ['IDP_DISCOVERY', 'ENTITY_RISK', 'POST_AUTH_SESSION']) {
      const refusal = await create({ type, name: 'Another' })
      expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['type']])
    }
  })
})

describe('references', () => {
  it('to what does not exist are refused, each at its place', async () => {
    const refusal = await create(
      policyBody('SVC_SIGN_ON', { conditions: { people: { groups: { include: ['00gNothing', '00gNowhere'] } } } }),
    )
    expect(refusal.code).toBe('E0000001')
    expect(refusal.locations).toEqual(['conditions.people.groups.include', 'conditions.people.groups.include'])
    expect(refusal.body.errorCauses[0]?.errorSummary).toContain('00gNothing (UserGroup)')
  })

  it('of a rule are refused by kind: groups, people, user types and zones', async () => {
    const policy = await make.aPolicy('ACCESS_POLICY')
    const conditions = {
      people: { users: { exclude: ['00uNobody'] }, groups: { include: ['00gNothing'] } },
      userType: { include: ['otyNone'], exclude: [] },
      network: { connection: 'ZONE' as const, include: ['nzoNowhere'] },
    }
    const body = ruleBody('ACCESS_POLICY', { conditions })
    const refusal = await client.refused('createRule', { params: { policyId: policy.id }, body })
    const told = refusal.body.errorCauses.map((cause) => cause.errorSummary.replace(/^.*: /, ''))
    expect(told).toEqual([
      '00gNothing (UserGroup) does not exist',
      '00uNobody (User) does not exist',
      'otyNone (UserType) does not exist',
      'nzoNowhere (NetworkZone) does not exist',
    ])
  })

  it('that dangle already may stay, new ones may not come', async () => {
    const group = await make.aGroup()
    const policy = await make.aPolicy('SVC_SIGN_ON', { conditions: { people: { groups: { include: [group.id] } } } })
    const rule = await make.aRule(policy, { conditions: { people: { groups: { include: [group.id] } } } })
    await client.call('deleteGroup', { params: { groupId: group.id } })

    const dangling = await read(policy.id)
    expect(dangling.conditions).toEqual({ people: { groups: { include: [group.id] } } })
    expect((await replace(policy.id, { ...dangling, name: `${policy.name} moved` })).status).toBe(200)
    const params = { policyId: policy.id, ruleId: rule.id }
    expect((await client.call('replaceRule', { params, body: { ...rule, priority: 1 } })).status).toBe(200)

    const worse = { ...dangling, conditions: { people: { groups: { include: [group.id, '00gNothing'] } } } }
    const refusal = await client.refused('replacePolicy', { params: { policyId: policy.id }, body: worse })
    expect(refusal.body.errorCauses).toHaveLength(1)
    expect(refusal.body.errorCauses[0]?.errorSummary).toContain('00gNothing')
    const body = ruleBody('SVC_SIGN_ON', { conditions: rule.conditions })
    expect((await client.refused('createRule', { params: { policyId: policy.id }, body })).code).toBe('E0000001')
  })

  it('of an expression are refused too, unless they dangled before', async () => {
    const [policy, group] = [await make.aPolicy('ACCESS_POLICY'), await make.aGroup()]
    const inGroups = (...ids: string[]) => ({
      elCondition: { condition: `user.isMemberOf({'group.id': {${ids.map((id) => `'${id}'`).join(', ')}}})` },
    })
    const rule = await make.aRule(policy, { conditions: inGroups(group.id) })
    const body = ruleBody('ACCESS_POLICY', { conditions: inGroups(group.id, '00gNothing') })
    const refusal = await client.refused('createRule', { params: { policyId: policy.id }, body })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['conditions.elCondition.condition']])
    expect(refusal.body.errorCauses[0]?.errorSummary).toContain('00gNothing (UserGroup) does not exist')

    await client.call('deleteGroup', { params: { groupId: group.id } })
    const params = { policyId: policy.id, ruleId: rule.id }
    expect((await client.call('replaceRule', { params, body: { ...rule, name: 'Still here' } })).status).toBe(200)
    expect((await client.refused('replaceRule', { params, body })).body.errorCauses).toHaveLength(1)
  })

  it('ALL_ZONES is no reference, and stands alone', async () => {
    const policy = await make.aPolicy()
    const network = { connection: 'ZONE' as const, include: ['ALL_ZONES'] }
    expect((await make.aRule(policy, { conditions: { network } })).conditions?.network).toEqual(network)
    const zone = await make.aZone()
    const body = ruleBody('SVC_SIGN_ON', {
      conditions: { network: { connection: 'ZONE', include: ['ALL_ZONES', zone.id] } },
    })
    const refusal = await client.refused('createRule', { params: { policyId: policy.id }, body })
    expect(refusal.locations).toEqual(['conditions.network.include'])
  })
})

describe('lifecycle', () => {
  it('asking for the state that something is in answers 204 and leaves no trace', async () => {
    const policy = await make.aPolicy()
    const rule = await make.aRule(policy)
    const events = async () => (await client.call('getWorkspace')).body.counts.events
    const before = await events()
    const params = { policyId: policy.id, ruleId: rule.id }
    expect((await client.call('activatePolicy', { params })).status).toBe(204)
    expect((await client.call('activateRule', { params })).status).toBe(204)
    expect(await events()).toBe(before)
    await client.call('deactivatePolicy', { params })
    await client.call('deactivateRule', { params })
    expect(await events()).toBe(before + 2)
    expect((await client.call('deactivatePolicy', { params })).status).toBe(204)
    expect((await client.call('deactivateRule', { params })).status).toBe(204)
    expect(await events()).toBe(before + 2)
  })

  it('never renumbers', async () => {
    const [first, second] = [await make.aPolicy('PASSWORD'), await make.aPolicy('PASSWORD')]
    await client.call('deactivatePolicy', { params: { policyId: first.id } })
    expect((await read(first.id)).priority).toBe(first.priority)
    expect((await read(second.id)).priority).toBe(second.priority)
  })
})

describe('a new ACCESS_POLICY', () => {
  it('gets its catch-all rule at once, and priority 1 whatever was asked for', async () => {
    const policy = await make.aPolicy('ACCESS_POLICY', { priority: 7 })
    expect(policy.priority).toBe(1)
    const rules = (await client.call('listRules', { params: { policyId: policy.id } })).body
    expect(rules).toHaveLength(1)
    expect(rules[0]).toMatchObject({ name: 'Catch-all Rule', system: true, priority: 99, conditions: null })
  })

  it('holds at most 100 rules, its catch-all among them', async () => {
    const policy = await make.aPolicy('ACCESS_POLICY')
    for (let index = 0; index < 99; index++) await make.aRule(policy)
    const body = ruleBody('ACCESS_POLICY')
    const refusal = await client.refused('createRule', { params: { policyId: policy.id }, body })
    expect(refusal.code).toBe('E0000001')
  })
})

describe('cloning', () => {
  it('copies an authentication policy with all its rules, but not its applications', async () => {
    const original = await make.aPolicy('ACCESS_POLICY', { name: 'Payroll', description: 'Strict' })
    const rule = await make.aRule(original, { priority: 4 })
    const app = await make.anApp()
    await client.call('assignAppPolicy', { params: { appId: app.id, policyId: original.id } })

    const clone = (await client.call('clonePolicy', { params: { policyId: original.id } })).body
    expect(clone).toMatchObject({ name: '[cloned] Payroll', description: 'Strict', system: false, status: 'ACTIVE' })
    expect([clone.created, clone.lastUpdated]).toEqual([null, null])
    expect((await read(clone.id)).created).toBe(new Date(server.clock.now).toISOString())

    const rules = (await client.call('listRules', { params: { policyId: clone.id } })).body
    expect(rules.map(({ name, priority, system }) => [name, priority, system])).toEqual([
      [rule.name, 4, false],
      ['Catch-all Rule', 99, true],
    ])
    expect(rules[0]?.id).not.toBe(rule.id)
    expect(rules[0]?.actions).toEqual(rule.actions)
    expect((await client.call('listPolicyMappings', { params: { policyId: clone.id } })).body).toEqual([])
  })

  it('twice gives the second another name', async () => {
    const original = await make.aPolicy('ACCESS_POLICY', { name: 'Ledger' })
    const params = { policyId: original.id }
    await client.call('clonePolicy', { params })
    expect((await client.call('clonePolicy', { params })).body.name).toBe('[cloned] Ledger (2)')
  })

  it('of the default gives an ordinary policy', async () => {
    const original = await make.theDefault('ACCESS_POLICY')
    const clone = (await client.call('clonePolicy', { params: { policyId: original.id } })).body
    expect(clone.system).toBe(false)
    expect((await client.call('deletePolicy', { params: { policyId: clone.id } })).status).toBe(204)
  })

  it('is for authentication policies only', async () => {
    for (const type of ['SVC_SIGN_ON', 'PASSWORD'] as PolicyType[]) {
      const policy = await make.theDefault(type)
      expect((await client.refused('clonePolicy', { params: { policyId: policy.id } })).code).toBe('E0000001')
    }
  })
})

it('the deprecated name of the post auth session type is understood wherever a type is written', async () => {
  const listed = await client.call('listPolicies', { query: { type: 'CONTINUOUS_ACCESS' } })
  const [policy] = listed.body as [Policy]
  expect(policy.type).toBe('POST_AUTH_SESSION')
  const params = { policyId: policy.id }
  const body = { ...policy, type: 'CONTINUOUS_ACCESS', description: 'By its old name' }
  const replaced = await client.call('replacePolicy', { params, body: body as never })
  expect(replaced.body).toMatchObject({ type: 'POST_AUTH_SESSION', description: 'By its old name' })
  const rule = { type: 'CONTINUOUS_ACCESS', name: 'Old', actions: { postAuthSession: { failureActions: [] } } }
  const made = await client.call('createRule', { params, body: rule })
  expect(made.body.type).toBe('POST_AUTH_SESSION')
})
