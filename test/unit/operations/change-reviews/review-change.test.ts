import { beforeAll, describe, expect, it } from 'vitest'
import type { Policy, Rule } from '#contract/policy/policy.ts'
import type { ReviewableOperation } from '#contract/routes/change-reviews.ts'
import { LENIENT, type Client } from '../../../helpers/client.ts'
import { policyBody, ruleBody, type Factories } from '../../../helpers/factories.ts'
import { startServer } from '../../../helpers/server.ts'

let client: Client
let make: Factories
let staff: string
let session: Policy
beforeAll(async () => {
  ;({ client, make } = await startServer())
  staff = (await make.aGroup('Staff')).id
  await make.aUser({ firstName: 'Ada', lastName: 'Lovelace', department: 'Engines' }, [staff])
  await make.aUser({ firstName: 'Grace', lastName: 'Hopper', department: 'Compilers' }, [staff])
  await make.aUser({ firstName: 'Alan', lastName: 'Turing' })
  session = await make.aPolicy('SVC_SIGN_ON', { conditions: { people: { groups: { include: [staff] } } } })
  await make.aRule(session, { name: 'Allow' })
})

interface Change {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

const review = async (operation: ReviewableOperation, change: Change) =>
  (await client.call('reviewChange', { body: { steps: [{ operation, ...change }] } })).body
const effectsOf = async (operation: ReviewableOperation, change: Change) =>
  (await review(operation, change)).effects.map(({ effect, people, cases }) => [effect, people, cases[0]?.after])

const DENY = { signon: { access: 'DENY' } }
const denyRule = (over: object = {}) => ruleBody('SVC_SIGN_ON', { name: 'Deny', actions: DENY, priority: 1, ...over })

describe('a review', () => {
  it('tells who loses access by a new rule, with their names a page at a time', async () => {
    const told = await review('createRule', { params: { policyId: session.id }, body: denyRule() })
    expect(told).toMatchObject({
      considered: 4,
      affected: 2,
      effects: [
        {
          effect: 'LOSES_ACCESS',
          people: 2,
          sample: [{ name: 'Grace Hopper' }, { name: 'Ada Lovelace' }],
          cases: [{ policyType: 'SVC_SIGN_ON', before: 'Allowed with one factor', after: 'Denied', people: 2 }],
        },
      ],
      notes: [],
    })
    const page = (after?: string) =>
      client.call('listReviewedPeople', {
        params: { reviewId: told.id },
        query: { effect: 'LOSES_ACCESS', limit: 1, ...(after ? { after } : {}) },
      })
    const first = (await page()).body
    expect(first.map(({ name }) => name)).toEqual(['Grace Hopper'])
    expect((await page(first[0]?.id)).body.map(({ name }) => name)).toEqual(['Ada Lovelace'])
  })

  it('tells in which situations, by which rule, and lists who loses access there', async () => {
    const zone = await make.aZone({ name: 'Head office' })
    const conditions = {
      network: { connection: 'ZONE', exclude: [zone.id] },
      riskScore: { level: 'HIGH' },
    }
    const told = await review('createRule', { params: { policyId: session.id }, body: denyRule({ conditions }) })
    expect(told.effects.map(({ effect }) => effect)).toEqual(['MAY_LOSE_ACCESS'])
    expect(told.situations).toMatchObject({
      affected: 2,
      effects: [
        {
          effect: 'ACCESS_LOST',
          people: 2,
          always: 0,
          cells: 2,
          cases: [
            {
              situations: ['from outside Head office, at high risk'],
              moreSituations: 0,
              before: 'Allowed with one factor',
              after: 'Denied',
              ruleBefore: { ruleName: 'Allow' },
              ruleAfter: { ruleName: 'Deny' },
              people: 2,
            },
          ],
        },
      ],
      undecided: { people: 0, on: [] },
    })
    const query = { effect: 'ACCESS_LOST' as const }
    const listed = await client.call('listReviewedPeople', { params: { reviewId: told.id }, query })
    expect(listed.body.map(({ name }) => name)).toEqual(['Grace Hopper', 'Ada Lovelace'])
  })

  it('lists people with the cases that they are in, and those of one case', async () => {
    const [ada] = (await client.call('listUsers', { query: { search: 'profile.firstName eq "Ada"' } })).body
    const people = { users: { exclude: [ada?.id ?? ''] } }
    const conditions = (over: object = {}) => ({ riskScore: { level: 'HIGH' }, ...over })
    const steps = [
      denyRule({ conditions: conditions({ people }), priority: 1 }),
      denyRule({ name: 'Deny medium', conditions: { riskScore: { level: 'MEDIUM' } }, priority: 2 }),
    ].map((body) => ({ operation: 'createRule' as const, params: { policyId: session.id }, body }))
    const told = (await client.call('reviewChange', { body: { steps } })).body
    const cases = told.situations?.effects[0]?.cases ?? []
    const situations = cases.map((each) => each.situations)
    expect(situations.toSorted()).toEqual([['at high risk'], ['at medium risk']])
    const list = async (query: { case?: number; limit?: number; after?: string } = {}) =>
      (
        await client.call('listReviewedPeople', {
          params: { reviewId: told.id },
          query: { effect: 'ACCESS_LOST', ...query },
        })
      ).body.map((person) => [person.name, person.cases?.flatMap((at) => cases[at]?.situations ?? []).toSorted()])
    const grace = ['Grace Hopper', ['at high risk', 'at medium risk']]
    expect(await list()).toEqual([grace, ['Ada Lovelace', ['at medium risk']]])
    const high = situations.findIndex(([text]) => text === 'at high risk')
    expect(await list({ case: high })).toEqual([grace])
    const after = (await client.call('listUsers', { query: { search: 'profile.firstName eq "Grace"' } })).body[0]?.id
    expect(await list({ limit: 1, ...(after && { after }) })).toEqual([['Ada Lovelace', ['at medium risk']]])
    const wrong = { params: { reviewId: told.id }, query: { effect: 'ACCESS_LOST' as const, case: 7 } }
    expect(await client.refused('listReviewedPeople', wrong)).toMatchObject({
      status: 400,
      locations: ['case'],
    })
  })

  it('tells which rules never apply once it is made, and why, and which can again', async () => {
    const told = await review('createRule', { params: { policyId: session.id }, body: denyRule() })
    const shadowed = `Rule “Allow” of “${session.name}” never applies, because rule “Deny” comes first and matches whatever this one matches.`
    expect(told.rules).toEqual([shadowed])
    const deny = await make.aRule(session, denyRule())
    const params = { policyId: session.id, ruleId: deny.id }
    expect((await review('deactivateRule', { params })).rules).toEqual([
      `Rule “Allow” of “${session.name}” can apply again.`,
    ])
    const body = denyRule({ conditions: { riskScore: { level: 'HIGH' } } })
    expect((await review('replaceRule', { params, body })).rules).toHaveLength(1)
    await client.call('deleteRule', { params })
    expect((await review('createRule', { params: { policyId: session.id }, body })).rules).toEqual([])
  })

  it('changes nothing, and leaves no event', async () => {
    const state = async () => [
      (await client.call('listRules', { params: { policyId: session.id } })).body,
      (await client.call('getPolicy', { params: { policyId: session.id } })).body,
      (await client.call('listLogEvents', { query: { sortOrder: 'DESCENDING' } })).body.map(({ uuid }) => uuid),
    ]
    const before = await state()
    await review('createRule', { params: { policyId: session.id }, body: denyRule() })
    await review('deletePolicy', { params: { policyId: session.id } })
    const theDefault = await make.theDefault('SVC_SIGN_ON')
    await client.refused('reviewChange', {
      body: { steps: [{ operation: 'deletePolicy', params: { policyId: theDefault.id } }] },
    })
    expect(await state()).toEqual(before)
  })

  it('answers expressions by the attributes of each person', async () => {
    const policy = await make.aPolicy('ACCESS_POLICY')
    const app = await make.anApp()
    const params = { appId: app.id, groupId: staff }
    await client.call('assignAppGroup', { params, body: {} })
    await client.call('assignAppPolicy', { params: { appId: app.id, policyId: policy.id } })
    const elCondition = { condition: 'user.profile.department == "Engines"' }
    const actions = { appSignOn: { access: 'DENY' } }
    const body = ruleBody('ACCESS_POLICY', { conditions: { elCondition }, actions })
    const told = await review('createRule', { params: { policyId: policy.id }, body })
    expect(told.effects).toMatchObject([
      {
        effect: 'LOSES_ACCESS',
        people: 1,
        sample: [{ name: 'Ada Lovelace' }],
        cases: [{ subjects: [{ id: app.id }] }],
      },
    ])
  })

  it('knows where the password of each person is kept', async () => {
    const provider = { type: 'DIRECTORY_SERVICE' as const, name: 'corp.test' }
    const profile = { login: 'edith@corp.test', email: 'edith@corp.test', firstName: 'Edith', lastName: 'Clarke' }
    await client.call('createUser', { body: { profile, credentials: { provider } } })
    const policy = await make.aPolicy('PASSWORD', { conditions: { authProvider: { provider: 'DIRECTORY_SERVICE' } } })
    const told = await review('createRule', { params: { policyId: policy.id }, body: ruleBody('PASSWORD') })
    expect(told.effects.map(({ sample }) => sample.map(({ name }) => name))).toEqual([['Edith Clarke']])
  })

  it('says of a policy that goes, moves, is switched or mapped what comes in its place', async () => {
    const strict = await make.aPolicy('SVC_SIGN_ON', { conditions: { people: { groups: { include: [staff] } } } })
    const two = { signon: { access: 'ALLOW', requireFactor: true, factorPromptMode: 'ALWAYS', factorLifetime: 15 } }
    await make.aRule(strict, { actions: two })
    const params = { policyId: strict.id }
    const { _links, ...body } = strict
    expect(await effectsOf('replacePolicy', { params, body: { ...body, priority: 1 } })).toEqual([
      ['MORE_FACTORS', 2, 'Allowed with two factors'],
    ])
    expect(await effectsOf('deletePolicy', { params })).toEqual([])
    expect(await effectsOf('deactivatePolicy', { params: { policyId: session.id } })).toEqual([
      ['MORE_FACTORS', 2, 'Allowed with two factors'],
    ])
  })

  it('says of an application that gets another policy what becomes of those who have it', async () => {
    const closed = await make.aPolicy('ACCESS_POLICY')
    const [catchAll] = (await client.call('listRules', { params: { policyId: closed.id } })).body as [Rule]
    const { _links, ...body } = { ...catchAll, actions: { appSignOn: { access: 'DENY' } } }
    await client.call('replaceRule', { params: { policyId: closed.id, ruleId: catchAll.id }, body: body as never })
    const app = await make.anApp()
    await client.call('assignAppGroup', { params: { appId: app.id, groupId: staff }, body: {} })
    const mapping = { params: { policyId: closed.id }, body: { resourceId: app.id, resourceType: 'APP' } }
    expect(await effectsOf('createPolicyMapping', mapping)).toEqual([['LOSES_ACCESS', 2, 'Denied']])
    expect(await effectsOf('assignAppPolicy', { params: { appId: app.id, policyId: closed.id } })).toEqual([
      ['LOSES_ACCESS', 2, 'Denied'],
    ])
  })

  it('lists people by name, whichever application a change affects them by', async () => {
    const closedFor = async (firstName: string, lastName: string) => {
      const [group, app, policy] = [await make.aGroup(), await make.anApp(), await make.aPolicy('ACCESS_POLICY')]
      await make.aUser({ firstName, lastName }, [group.id])
      await client.call('assignAppGroup', { params: { appId: app.id, groupId: group.id }, body: {} })
      await client.call('assignAppPolicy', { params: { appId: app.id, policyId: policy.id } })
      const body = ruleBody('ACCESS_POLICY', { actions: { appSignOn: { access: 'DENY' } } })
      return { operation: 'createRule' as const, params: { policyId: policy.id }, body }
    }
    const steps = [await closedFor('Konrad', 'Zuse'), await closedFor('Frances', 'Allen')]
    const { id, effects } = (await client.call('reviewChange', { body: { steps } })).body
    expect(effects[0]?.sample.map(({ name }) => name)).toEqual(['Frances Allen', 'Konrad Zuse'])
    const query = { effect: 'LOSES_ACCESS' as const }
    const listed = (await client.call('listReviewedPeople', { params: { reviewId: id }, query })).body
    expect(listed.map(({ name }) => name)).toEqual(['Frances Allen', 'Konrad Zuse'])
  })

  it('says that no tokens are given any more once no policy of an authorization server applies', async () => {
    const server = await make.anAuthorizationServer()
    const policy = await make.aServerPolicy(server.id, { conditions: { clients: { include: ['ALL_CLIENTS'] } } })
    await make.aServerRule(server.id, policy.id)
    const params = { authServerId: server.id, policyId: policy.id }
    const { considered } = await review('deactivateServerPolicy', { params })
    expect(await effectsOf('deactivateServerPolicy', { params })).toEqual([
      ['LOSES_ACCESS', considered, 'No rule matches'],
    ])
    await client.call('deactivateServerPolicy', { params })
    expect(await effectsOf('activateServerPolicy', { params })).toEqual([
      ['GAINS_ACCESS', considered, 'Access tokens live 1 hour'],
    ])
  })

  it('tells of a blocklist what no policy decides', async () => {
    const body = {
      type: 'IP',
      name: 'Banned',
      usage: 'BLOCKLIST',
      gateways: [{ type: 'CIDR', value: '203.0.113.0/24' }],
    }
    expect(await review('createZone', { body })).toMatchObject({
      affected: 0,
      notes: ['Sign-ins from the addresses in “Banned” are refused for everyone.'],
    })
  })

  it('says nothing of a blocklist that has another name alone', async () => {
    const zone = await make.aZone({ name: 'Unwanted', usage: 'BLOCKLIST' })
    const params = { zoneId: zone.id }
    const { _links, ...body } = zone
    expect((await review('replaceZone', { params, body: { ...body, name: 'Not wanted' } })).notes).toEqual([])
    const gateways = [{ type: 'CIDR', value: '198.51.100.0/24' }]
    expect((await review('replaceZone', { params, body: { ...body, name: 'Other', gateways } })).notes).toEqual([
      'Sign-ins from the addresses in “Other” change: it is a blocklist.',
    ])
    expect((await review('deactivateZone', { params })).notes).toEqual([
      'Sign-ins from the addresses in “Unwanted” are no longer refused.',
    ])
    await client.call('deactivateZone', { params })
    await client.call('deleteZone', { params })
  })

  it('is refused as the change itself would be', async () => {
    const refused = (...steps: object[]) => client.refused('reviewChange', { body: { steps } })
    const params = { policyId: session.id }
    const wrong = {
      operation: 'createRule',
      params,
      body: denyRule({ name: '', actions: { signon: { access: 'MAYBE' } } }),
    }
    const locations = expect.arrayContaining(['steps[0].body.name']) as unknown
    expect(await refused(wrong)).toMatchObject({ status: 400, locations })
    expect(await refused({ operation: 'createRule', params: {}, body: denyRule() })).toMatchObject({ status: 400 })
    expect(await refused({ operation: 'deleteRule', params: { ...params, ruleId: '0prnothing' } })).toMatchObject({
      code: 'E0000007',
    })
    expect((await refused({ operation: 'deleteUser', params: {} })).locations).toEqual(['steps[0].operation'])
    expect(
      (await refused({ operation: 'createPolicy', body: policyBody('SVC_SIGN_ON', { name: session.name }) })).code,
    ).toBe('E0000001')
  })

  it('says which of its steps is refused', async () => {
    const params = { policyId: session.id }
    const fine = { operation: 'deactivatePolicy', params }
    const locationsOf = async (wrong: object) =>
      (await client.refused('reviewChange', { body: { steps: [fine, wrong] } })).locations
    const ruleId = '0prnothing'
    expect(await locationsOf({ operation: 'createRule', params: {}, body: denyRule() })).toEqual([
      'steps[1].params.policyId',
    ])
    const taken = policyBody('SVC_SIGN_ON', { name: session.name })
    expect(await locationsOf({ operation: 'createPolicy', body: taken })).toEqual(['steps[1].body.name'])
    const gone = await client.refused('reviewChange', {
      body: { steps: [fine, { operation: 'deleteRule', params: { ...params, ruleId } }] },
    })
    expect([gone.code, gone.locations]).toEqual(['E0000007', ['steps[1]']])
  })

  it('has each step see the versions that the steps before it make', async () => {
    const zone = await make.aZone()
    const params = { zoneId: zone.id }
    const [first] = (await client.call('listVersions', { query: { id: zone.id } })).body
    const { _links, ...body } = zone
    const back = (expectedVersion: number) => ({
      operation: 'restoreVersion' as const,
      params: { versionId: first?.id ?? '' },
      body: { expectedVersion },
    })
    const change = { operation: 'replaceZone' as const, params, body: { ...body, name: 'Second' } }
    const steps = [change, back(2)]
    expect((await client.call('reviewChange', { body: { steps } })).body.affected).toBe(0)
    expect((await client.refused('reviewChange', { body: { steps: [change, back(1)] } })).code).toBe('E0000113')
    expect((await client.call('listVersions', { query: { id: zone.id } })).body).toHaveLength(1)
  })

  it('is read as strictly as the change itself would be', async () => {
    const [params, body] = [{ policyId: session.id }, { ...denyRule(), nameOfNoField: true }]
    const change = { body: { steps: [{ operation: 'createRule' as const, params, body }] } }
    const itself = await client.refused('createRule', { params, body })
    expect([itself.code, itself.locations]).toEqual(['E0000001', ['nameOfNoField']])
    const refusal = await client.refused('reviewChange', change)
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['steps[0].body.nameOfNoField']])
    expect((await client.call('reviewChange', { ...change, headers: LENIENT })).body.affected).toBe(2)
  })

  it('tries several steps one after the other, as one change', async () => {
    const params = { policyId: session.id }
    const rule = await make.aRule(session, { name: 'Off', priority: 1 })
    await client.call('deactivateRule', { params: { ...params, ruleId: rule.id } })
    const deny = {
      operation: 'replaceRule' as const,
      params: { ...params, ruleId: rule.id },
      body: denyRule({ name: 'Off' }),
    }
    const activate = { operation: 'activateRule' as const, params: deny.params }
    const affected = async (steps: (typeof deny | typeof activate)[]) =>
      (await client.call('reviewChange', { body: { steps } })).body.affected
    expect([await affected([deny]), await affected([deny, activate])]).toEqual([0, 2])
  })

  it('is kept for a while, and not found afterwards', async () => {
    const told = await review('deletePolicy', { params: { policyId: session.id } })
    for (let count = 0; count < 24; count++) await review('deletePolicy', { params: { policyId: session.id } })
    const query = { effect: 'LOSES_ACCESS' }
    expect(await client.refused('listReviewedPeople', { params: { reviewId: told.id }, query })).toMatchObject({
      code: 'E0000007',
    })
  })
})
