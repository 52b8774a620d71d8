import { beforeAll, describe, expect, it } from 'vitest'
import type { PolicyTestRun, PolicyTestWrite } from '#contract/gatehouse/policy-test.ts'
import type { App } from '#contract/apps/app.ts'
import type { Group } from '#contract/directory/group.ts'
import type { User } from '#contract/directory/user.ts'
import type { Policy, Rule } from '#contract/policy/policy.ts'
import type { Zone } from '#contract/policy/zone.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { policyTests } from '#db/tables/policy-tests.ts'
import { ruleBody } from '../../../helpers/factories.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'
import { withRows } from '../../../helpers/with-rows.ts'

let server: TestServer
let contractors: Group
let ada: User
let office: Zone
let payroll: App
let policy: Policy
let rule: Rule

beforeAll(async () => {
  server = await startServer()
  const { make, client } = server
  contractors = await make.aGroup('Contractors')
  ada = await make.aUser({ login: 'ada@example.test', firstName: 'Ada', lastName: 'Byron' }, [contractors.id])
  office = await make.aZone({ name: 'Office' })
  payroll = await make.anApp('Payroll')
  await client.call('assignAppUser', { params: { appId: payroll.id }, body: { id: ada.id } })
  policy = await make.aPolicy('SVC_SIGN_ON', {
    name: 'Outside people',
    conditions: { people: { groups: { include: [contractors.id] } } },
  })
  rule = await make.aRule(policy, {
    name: 'From the office',
    conditions: { network: { connection: 'ZONE', include: [office.id] } },
    actions: { signon: { access: 'ALLOW', requireFactor: true, factorPromptMode: 'ALWAYS', factorLifetime: 15 } },
  })
})

/** A sign-in of Ada from the office, by names alone. */
const written = (over: Partial<PolicyTestWrite> = {}): PolicyTestWrite => ({
  name: 'Contractors in the office',
  request: { policyContext: { user: { id: 'ada@example.test' }, zones: { ids: ['Office'] } } },
  expect: {
    answer: 'YES',
    verdicts: [
      {
        policyType: 'SVC_SIGN_ON',
        policy: 'Outside people',
        rule: 'From the office',
        decision: 'ALLOW',
        factors: 2,
        status: 'MATCH',
      },
    ],
  },
  ...over,
})

const save = async (body: PolicyTestWrite) => (await server.client.call('createPolicyTest', { body })).body
const refusalOf = async ({ client }: TestServer, name: string) =>
  (await client.refused('createPolicyTest', { body: written({ name }) })).body.errorCauses[0]?.errorSummary
const remove = (policyTestId: string) => server.client.call('deletePolicyTest', { params: { policyTestId } })
const run = async (ids?: string[]): Promise<PolicyTestRun> =>
  (await server.client.call('runPolicyTests', { body: { ...(ids && { ids }) } })).body

/** Saves a test, runs it alone, and removes it. */
async function tried(over: Partial<PolicyTestWrite>) {
  const { id } = await save(written({ name: 'Tried', ...over }))
  const { results } = await run([id])
  await remove(id)
  return results[0]
}
const verdict = (over: object) => ({ verdicts: [{ policyType: 'SVC_SIGN_ON' as const, ...over }] })
const textsOf = async (over: object) => (await tried({ expect: verdict(over) }))?.checks.map(({ text }) => text)

describe('policy tests', () => {
  it('are saved, listed by name, replaced and deleted, each with its event', async () => {
    const zebra = await save(written({ name: 'Zebra' }))
    const { id } = await save(written({ name: 'Ape', description: 'Why it is there' }))
    expect(zebra).toMatchObject({ ...written({ name: 'Zebra' }), id: expect.stringMatching(/^pts/) })
    const params = { policyTestId: id }
    const { body } = await server.client.call('replacePolicyTest', { params, body: written({ name: 'Bear' }) })
    expect(body).toMatchObject({ id, name: 'Bear', description: null })
    const names = async () => (await server.client.call('listPolicyTests')).body.map(({ name }) => name)
    expect(await names()).toEqual(['Bear', 'Zebra'])
    await remove(id)
    await remove(zebra.id)
    expect(await names()).toEqual([])
    const query = { filter: `target.id eq "${id}"`, sortOrder: 'ASCENDING' as const }
    const { body: events } = await server.client.call('listLogEvents', { query })
    expect(events.map(({ eventType }) => eventType)).toEqual([
      'gatehouse.policy_test.create',
      'gatehouse.policy_test.update',
      'gatehouse.policy_test.delete',
    ])
    expect(events[1]?.target?.[0]?.changeDetails).toEqual({
      from: { name: 'Ape', description: 'Why it is there' },
      to: { name: 'Bear', description: null },
    })
  })

  it.each([
    [{ name: ' ' }, 'name'],
    [{ request: { policyContext: {} } }, 'request.policyContext.user'],
    [{ request: { policyContext: { user: { id: 'x' }, ip: 'nowhere' } } }, 'request.policyContext.ip'],
    [{ expect: { verdicts: [] } }, 'expect.answer'],
    [{ expect: { answer: 'PERHAPS' } }, 'expect.answer'],
    [{ expect: verdict({}) }, 'expect.verdicts[0].decision'],
    [{ expect: verdict({ decision: 'NEVER' }) }, 'expect.verdicts[0].decision'],
    [{ expect: verdict({ factors: -1 }) }, 'expect.verdicts[0].factors'],
    [
      { expect: { verdicts: [...verdict({ rule: 'A' }).verdicts, ...verdict({ rule: 'B' }).verdicts] } },
      'expect.verdicts',
    ],
  ])('%j is refused by the field at fault', async (over, field) => {
    const { status, body } = await server.client.refused('createPolicyTest', {
      body: { ...written(), ...over } as never,
    })
    expect(status).toBe(400)
    expect(body.errorCauses.map(({ errorSummary }) => errorSummary.split(':')[0])).toContain(field)
  })

  it('have names of their own', async () => {
    const { id } = await save(written())
    const name = 'CONTRACTORS in the office'
    expect(await refusalOf(server, name)).toBe(`name: another policy test is named ${name}`)
    await remove(id)
  })

  it('are not more than there may be, and all of them run', async () => {
    const { request, expect: expected } = written()
    const full = await withRows(await startServer(), async (tx) => {
      for (let at = 0; at < LIMITS.policyTests; at += 1)
        await policyTests.insert(tx, {
          ...{ id: `pts${String(at).padStart(17, '0')}`, name: `Test ${at}`, description: null },
          ...{ request, expect: expected, created: tx.now, lastUpdated: tx.now },
        })
    })
    expect(await refusalOf(full, 'One more')).toBe(
      'name: there are 2,000 policy tests already, as many as there may be',
    )
    const { body } = await full.client.call('runPolicyTests', { body: {} })
    expect(body).toMatchObject({ passed: 0, failed: LIMITS.policyTests })
    expect(body.results.at(-1)?.problem).toBe('There is no person “ada@example.test”.')
  }, 60_000)
})

describe('a run', () => {
  it('passes what comes as expected, and says what was found, with ids in place of names', async () => {
    const result = await tried({})
    expect(result).toMatchObject({ name: 'Tried', passed: true, problem: null, reasons: [] })
    expect(result?.checks.map(({ text }) => text)).toEqual([
      'Answer: Yes.',
      'Global session, policy: “Outside people”.',
      'Global session, rule: “From the office”.',
      'Global session, decision: Allowed.',
      'Global session, factors: two factors.',
      'Global session, status: a match.',
    ])
    expect(result?.request).toEqual({ policyContext: { user: { id: ada.id }, zones: { ids: [office.id] } } })
  })

  it('takes ids for names, of the sign-in and of the expectation', async () => {
    const request = { policyContext: { user: { id: ada.id }, zones: { ids: [office.id] } } }
    const result = await tried({ request, expect: verdict({ policy: policy.id, rule: rule.id }) })
    expect(result).toMatchObject({ passed: true, now: verdict({ policy: policy.id, rule: rule.id }) })
  })

  it('says what came otherwise, why in the words of a simulation, and what would pass', async () => {
    const request = { policyContext: { user: { id: 'ada@example.test' }, ip: '198.51.100.7' } }
    const result = await tried({ request })
    expect(result?.passed).toBe(false)
    expect(result?.checks.filter(({ passed }) => !passed).map(({ text }) => text)).toEqual([
      'Global session, policy: expected “Outside people”, found “Default Policy”.',
      'Global session, rule: expected “From the office”, found “Default Rule”.',
      'Global session, factors: expected two factors, found one factor.',
    ])
    const policyTypes = ['SVC_SIGN_ON' as const]
    const { body } = await server.client.call('explainPolicies', { body: { ...result?.request, policyTypes } as never })
    const [explanation] = body.explanations
    expect(result?.reasons).toEqual([
      { policyType: 'SVC_SIGN_ON', text: `${explanation?.summary} ${explanation?.outcome.text}.` },
    ])
    expect((await tried({ request, expect: result?.now as PolicyTestWrite['expect'] }))?.passed).toBe(true)
  })

  it('says of a policy or rule that cannot decide whether it exists', async () => {
    expect(await textsOf({ rule: 'Nothing like it' })).toEqual([
      'Global session, rule: expected “Nothing like it”, which does not exist; found “From the office”.',
    ])
    const other = await server.make.aRule(policy, { name: 'Doomed' })
    await server.client.call('deactivateRule', { params: { policyId: policy.id, ruleId: other.id } })
    expect(await textsOf({ rule: other.id })).toEqual([
      'Global session, rule: expected “Doomed”, which is inactive; found “From the office”.',
    ])
    await server.client.call('deleteRule', { params: { policyId: policy.id, ruleId: other.id } })
    expect(await textsOf({ rule: other.id })).toEqual([
      'Global session, rule: expected “Doomed”, which does not exist; found “From the office”.',
    ])
  })

  it('fails a test of what is not there by its name, and goes on', async () => {
    const of = (policyContext: object) => tried({ request: { policyContext } as PolicyTestWrite['request'] })
    const user = { id: ada.id }
    expect(await of({ user: { id: 'eve@example.test' } })).toMatchObject({
      passed: false,
      problem: 'There is no person “eve@example.test”.',
      request: null,
      now: null,
    })
    expect((await of({ user, zones: { ids: ['Nowhere'] } }))?.problem).toBe('There is no network zone “Nowhere”.')
    expect((await of({ groups: { ids: ['No group'] } }))?.problem).toBe('There is no group “No group”.')
    expect((await of({ user, behaviors: ['Odd'] }))?.problem).toBe('There is no behavior “Odd”.')
    const away = await server.make.aZone({ name: 'Away' })
    await server.client.call('deleteZone', { params: { zoneId: away.id } })
    expect((await of({ user, zones: { ids: [away.id] } }))?.problem).toBe(
      `The network zone “Away” (${away.id}) no longer exists.`,
    )
    const twice = [await server.make.anApp('Twice'), await server.make.anApp('Twice')]
    const app = await tried({ request: { appInstance: 'Twice', policyContext: { user } } })
    expect(app?.problem).toBe('Several applications have the name “Twice”: name one of them by its id.')
    const theirs = await tried({ request: { appInstance: twice[0]?.id ?? '', policyContext: { user } } })
    expect(theirs?.problem).toBe('User: ada@example.test is not assigned to this application')
  })

  it('is of the tests that are named, each once, and refuses one that is not there', async () => {
    const [a, b] = [await save(written({ name: 'A' })), await save(written({ name: 'B' }))]
    expect((await run([b.id, b.id])).results.map(({ name }) => name)).toEqual(['B'])
    expect(await run()).toMatchObject({ passed: 2, failed: 0 })
    expect((await server.client.refused('runPolicyTests', { body: { ids: ['pts1'] } })).status).toBe(404)
    await remove(a.id)
    await remove(b.id)
  })

  it('fails once the rule is changed', async () => {
    const { id } = await save(written())
    const params = { policyId: policy.id, ruleId: rule.id }
    const changed = { ...ruleBody('SVC_SIGN_ON', { name: rule.name }), actions: { signon: { access: 'DENY' } } }
    await server.client.call('replaceRule', { params, body: changed })
    const { results, failed } = await run()
    expect(failed).toBe(1)
    expect(results[0]?.checks.filter(({ passed }) => !passed).map(({ text }) => text)).toEqual([
      'Answer: expected Yes, found No.',
      'Global session, decision: expected Allowed, found Denied.',
      'Global session, factors: expected two factors, found no factors.',
    ])
    expect(results[0]?.reasons[0]).toEqual({
      policyType: null,
      text: 'No: rule “From the office” of “Outside people” denies.',
    })
    await server.client.call('replaceRule', { params, body: rule as never })
    await remove(id)
  })
})

describe('coverage', () => {
  const rowOf = ({ coverage }: PolicyTestRun, name: string | null) =>
    coverage.uncovered.find(({ policyId, ruleName }) => policyId === policy.id && ruleName === name)

  it('names rules that decide in no test, and conditions that none meets or fails to meet', async () => {
    const none = await run()
    expect(none.coverage.rules.covered).toBe(0)
    expect(rowOf(none, 'From the office')).toMatchObject({
      policyType: 'SVC_SIGN_ON',
      policyName: 'Outside people',
      decides: false,
      conditions: [{ path: 'network.include', met: false, unmet: false }],
    })
    const inside = await save(written({ name: 'Inside' }))
    const one = await run()
    expect(one.coverage.rules).toEqual({ ...none.coverage.rules, covered: 1 })
    expect(rowOf(one, 'From the office')).toMatchObject({
      decides: true,
      conditions: [{ path: 'network.include', met: true, unmet: false }],
    })
    const request = { policyContext: { user: { id: ada.id }, ip: '198.51.100.7' } }
    const outside = await save(written({ name: 'Outside', request, expect: verdict({ decision: 'ALLOW' }) }))
    const two = await run()
    expect(rowOf(two, 'From the office')).toBeUndefined()
    expect(rowOf(two, null)?.conditions).toEqual([{ path: 'people.groups.include', met: true, unmet: false }])
    expect(two.coverage.rules.covered).toBe(2)
    await remove(inside.id)
    await remove(outside.id)
  })

  it('counts only the types of policies of which something is expected', async () => {
    const { id } = await save(written({ expect: { verdicts: [{ policyType: 'PASSWORD', decision: 'APPLY' }] } }))
    const { coverage } = await run()
    expect(coverage.rules.covered).toBe(1)
    expect(coverage.uncovered.some(({ ruleId, decides }) => ruleId === rule.id && decides === false)).toBe(true)
    await remove(id)
  })

  it('asks for no one who is not in Everyone', async () => {
    const { coverage } = await run()
    const defaults = coverage.uncovered.filter(({ ruleName }) => ruleName === 'Default Rule')
    expect(defaults.length).toBeGreaterThan(0)
    expect(defaults.flatMap(({ conditions }) => conditions)).toEqual([])
  })
})
