import { beforeAll, describe, expect, it } from 'vitest'
import type { Policy, RuleWriteInput } from '#contract/policy/policy.ts'
import { ROUTED_PEOPLE_SHOWN } from '#contract/gatehouse/routing-test.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

const test = async (body: { login: string } & Record<string, unknown>) =>
  (await server.client.call('testRouting', { body: body as never })).body
const people = async (body: { login: string } & Record<string, unknown>) =>
  (await server.client.call('countRoutedPeople', { body: body as never })).body

/** Sends what meets the conditions to a new provider, or as the action says. */
async function route(conditions: object, over: { action?: object; name?: string } = {}) {
  const provider = await server.make.anIdentityProvider()
  const policy = (await server.make.theDefault('IDP_DISCOVERY')) as Policy
  const idp = over.action ?? { providers: [{ type: 'OIDC', id: provider.id }] }
  const body = { conditions, actions: { idp }, ...(over.name ? { name: over.name } : {}) }
  return { provider, rule: await server.make.aRule(policy, body as Partial<RuleWriteInput>), policy }
}
const suffix = (value: string) => ({
  userIdentifier: { type: 'IDENTIFIER', patterns: [{ matchType: 'SUFFIX', value }] },
})

describe('a routing test', () => {
  it('tells the provider, the rule and the way to it, whoever has the login', async () => {
    const { provider, rule, policy } = await route(suffix('@tells.test'), { name: 'Tells' })
    const known = await server.make.aUser({ login: 'ada@tells.test' })
    const reply = await test({ login: 'ADA@tells.test' })
    expect(reply).toMatchObject({
      person: { id: known.id },
      rule: { id: rule.id, name: 'Tells', policyId: policy.id },
      destinations: [{ id: provider.id, name: provider.name, type: 'OIDC', status: 'ACTIVE' }],
      inactive: [],
      unreached: [],
      explanation: { policyType: 'IDP_DISCOVERY', status: 'MATCH', matched: { ruleId: rule.id } },
    })
    expect(await test({ login: 'nobody@tells.test' })).toMatchObject({ person: null, rule: { id: rule.id } })
  })

  it('sends what no rule of ours matches to the organization, by the default rule', async () => {
    const reply = await test({ login: 'ada@nowhere.test' })
    expect([reply.destinations, reply.rule?.name]).toEqual([[], 'Default Rule'])
  })

  it('names inactive providers and names without a provider, to which no one is sent', async () => {
    const { provider } = await route(suffix('@inactive.test'))
    await server.client.call('deactivateIdentityProvider', { params: { idpId: provider.id } })
    const off = await test({ login: 'ada@inactive.test' })
    expect([off.destinations, off.inactive.map(({ id }) => id)]).toEqual([[], [provider.id]])
    const matchCriteria = [{ providerExpression: "login.identifier.substringBefore('@')" }]
    await route(suffix('@computed.test'), { action: { idpSelectionType: 'DYNAMIC', matchCriteria } })
    expect(await test({ login: 'no such one@computed.test' })).toMatchObject({
      destinations: [],
      unknownNames: ['no such one'],
    })
    const { name, id } = await server.make.anIdentityProvider()
    expect((await test({ login: `${name}@computed.test` })).destinations.map((one) => one.id)).toEqual([id])
  })

  it('knows only what it is told: without an address, conditions on networks are undefined', async () => {
    const zone = await server.make.aZone({ gateways: [{ type: 'CIDR', value: '198.51.100.0/24' }] })
    const network = { connection: 'ZONE', include: [zone.id] }
    const { provider } = await route({ ...suffix('@zone.test'), network })
    const goal = async (ip?: string) => (await test({ login: 'ada@zone.test', ip })).destinations.map(({ id }) => id)
    expect(await goal('198.51.100.9')).toEqual([provider.id])
    expect(await goal('192.0.2.1')).toEqual([])
    const { explanation } = await test({ login: 'ada@zone.test' })
    expect(explanation.path[0]?.rules.some(({ status }) => status === 'UNDEFINED')).toBe(true)
  })

  it('is by platform and application, too', async () => {
    const app = await server.make.anApp()
    const platform = { include: [{ type: 'MOBILE', os: { type: 'IOS' } }] }
    const { provider } = await route({
      ...suffix('@phone.test'),
      platform,
      app: { include: [{ type: 'APP', id: app.id }], exclude: [] },
    })
    const goal = async (over: object) =>
      (await test({ login: 'ada@phone.test', ...over })).destinations.map(({ id }) => id)
    expect(await goal({ platform: 'IOS', appInstance: app.id })).toEqual([provider.id])
    expect(await goal({ platform: 'WINDOWS', appInstance: app.id })).toEqual([])
    expect(await goal({ platform: 'IOS' })).toEqual([])
  })

  it('says first why no sign-in comes so far', async () => {
    const user = await server.make.aUser({ login: 'gone@away.test' })
    await server.client.call('deactivateUser', { params: { userId: user.id } })
    expect((await test({ login: 'gone@away.test' })).unreached).toHaveLength(1)
  })

  it.each([
    ['login', { login: '' }],
    ['login', { login: 'x'.repeat(300) }],
    ['ip', { login: 'ada', ip: '10.0.0' }],
    ['platform', { login: 'ada', platform: 'BEOS' }],
  ])('refuses what it cannot read, and names %s', async (field, body) => {
    for (const id of ['testRouting', 'countRoutedPeople'] as const) {
      const refusal = await server.client.refused(id, { body })
      expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', [field]])
    }
  })

  it('refuses an application that is not there', async () => {
    const body = { login: 'ada', appInstance: '0oaNothing' }
    for (const id of ['testRouting', 'countRoutedPeople'] as const)
      expect((await server.client.refused(id, { body })).code).toBe('E0000007')
  })

  it('changes nothing and leaves no event', async () => {
    const events = async () => (await server.client.call('listLogEvents', { query: { limit: 1_000 } })).body.length
    const before = await events()
    await test({ login: 'ada@tells.test' })
    await people({ login: 'ada@tells.test' })
    expect(await events()).toBe(before)
  })
})

describe('who else goes there', () => {
  it('are all who go to the same place, by each of its rules, and the first of them by name', async () => {
    const { provider, rule } = await route(suffix('@first.test'), { name: 'First' })
    const action = { providers: [{ type: 'OIDC', id: provider.id }] }
    const second = await route(suffix('@second.test'), { action, name: 'Second' })
    for (let index = 0; index < ROUTED_PEOPLE_SHOWN; index += 1)
      await server.make.aUser({ login: `p${index}@first.test`, lastName: `First ${String(index).padStart(2, '0')}` })
    await server.make.aUser({ login: 'other@second.test', lastName: 'Aaa' })
    const gone = await server.make.aUser({ login: 'gone@second.test' })
    await server.client.call('deactivateUser', { params: { userId: gone.id } })

    const reply = await people({ login: 'unknown@first.test' })
    expect(reply.people).toBe(ROUTED_PEOPLE_SHOWN + 1)
    expect(reply.total).toBeGreaterThan(reply.people)
    expect(reply.rules).toMatchObject([
      { id: rule.id, name: 'First', people: ROUTED_PEOPLE_SHOWN },
      { id: second.rule.id, name: 'Second', people: 1 },
    ])
    expect(reply.sample).toHaveLength(ROUTED_PEOPLE_SHOWN)
    expect(reply.sample[0]?.name).toMatch(/Aaa$/)
  })
})
