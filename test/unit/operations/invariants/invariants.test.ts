import { beforeAll, describe, expect, it } from 'vitest'
import type { App } from '#contract/apps/app.ts'
import type { Group } from '#contract/directory/group.ts'
import type { User } from '#contract/directory/user.ts'
import type { InvariantWrite } from '#contract/gatehouse/invariant.ts'
import type { Policy } from '#contract/policy/policy.ts'
import type { Zone } from '#contract/policy/zone.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { invariants } from '#db/tables/invariants.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'
import { withRows } from '../../../helpers/with-rows.ts'

let server: TestServer
let contractors: Group
let ada: User
let office: Zone
let payroll: App
let policy: Policy

/** Contractors are kept out, but from the office; everybody else gets in. */
beforeAll(async () => {
  server = await startServer()
  const { make, client } = server
  contractors = await make.aGroup('Contractors')
  const profile = { login: 'ada@example.test', email: 'ada@example.test', firstName: 'Ada', lastName: 'Byron' }
  const credentials = { password: { value: 'Correct-Horse-7' } }
  ada = (await client.call('createUser', { body: { profile, credentials, groupIds: [contractors.id] } })).body
  office = await make.aZone({ name: 'Office' })
  payroll = await make.anApp('Payroll')
  await client.call('assignAppUser', { params: { appId: payroll.id }, body: { id: ada.id } })
  policy = await make.aPolicy('SVC_SIGN_ON', {
    name: 'Outside people',
    conditions: { people: { groups: { include: [contractors.id] } } },
  })
  await make.aRule(policy, {
    name: 'From the office',
    conditions: { network: { connection: 'ZONE', include: [office.id] } },
    actions: { signon: { access: 'ALLOW' } },
  })
  await make.aRule(policy, { name: 'From elsewhere', actions: { signon: { access: 'DENY' } } })
})

const written = (over: Partial<InvariantWrite> = {}): InvariantWrite => ({
  name: 'Contractors from outside',
  scope: {
    people: { groups: { include: [contractors.id] } },
    network: { connection: 'ZONE', exclude: [office.id] },
  },
  app: { include: [{ type: 'APP', id: payroll.id }], exclude: [] },
  claim: { kind: 'DENIED' },
  ...over,
})

const save = async (body: InvariantWrite) => (await server.client.call('createInvariant', { body })).body
const remove = (invariantId: string) => server.client.call('deleteInvariant', { params: { invariantId } })
const refusalOf = async (body: object) =>
  (await server.client.refused('createInvariant', { body: body as InvariantWrite })).body.errorCauses[0]?.errorSummary
const check = async (...some: Partial<InvariantWrite>[]) =>
  (await server.client.call('checkInvariants', { body: { invariants: some.map(written) } })).body.results

describe('invariants', () => {
  it('are saved, listed by name, replaced and deleted, each with its event', async () => {
    const zebra = await save(written({ name: 'Zebra' }))
    const { id } = await save(written({ name: 'Ape', description: 'Why it is there' }))
    expect(zebra).toMatchObject({ ...written({ name: 'Zebra' }), id: expect.stringMatching(/^inv/) })
    const params = { invariantId: id }
    const { body } = await server.client.call('replaceInvariant', { params, body: written({ name: 'Bear' }) })
    expect(body).toMatchObject({ id, name: 'Bear', description: null })
    const names = async () => (await server.client.call('listInvariants')).body.map(({ name }) => name)
    expect(await names()).toEqual(['Bear', 'Zebra'])
    await remove(id)
    await remove(zebra.id)
    expect(await names()).toEqual([])
    const query = { filter: `target.id eq "${id}"`, sortOrder: 'ASCENDING' as const }
    const { body: events } = await server.client.call('listLogEvents', { query })
    expect(events.map(({ eventType }) => eventType)).toEqual([
      'gatehouse.invariant.create',
      'gatehouse.invariant.update',
      'gatehouse.invariant.delete',
    ])
  })

  it('are refused with a name that is taken, a misspelt condition, or a claim that is about something else', async () => {
    const { id } = await save(written())
    expect(await refusalOf(written({ name: 'CONTRACTORS from outside' }))).toBe(
      'name: another invariant is named CONTRACTORS from outside',
    )
    await remove(id)
    expect(await refusalOf({ ...written(), scope: { netwrok: {} } })).toMatch(/netwrok/)
    expect(await refusalOf(written({ claim: { kind: 'SESSION_ENDS', minutes: 60 } }))).toBe(
      'app: must be null: the claim is about the session',
    )
    expect(await refusalOf(written({ app: null, claim: { kind: 'PHISHING_RESISTANT' } }))).toBe(
      'app: must say which applications: the claim is about opening them',
    )
  })

  it('are as many as there may be, and no more', async () => {
    const full = await withRows(await startServer(), async (tx) => {
      for (let at = 0; at < LIMITS.invariants; at += 1)
        await invariants.insert(tx, {
          ...{ id: `inv${at}`, name: `N ${at}`, scope: {}, app: null, claim: { kind: 'DENIED' } },
          ...{ created: tx.now, lastUpdated: tx.now },
        })
    })
    const refused = await full.client.refused('createInvariant', { body: written({ name: 'One more' }) })
    expect(refused.body.errorCauses[0]?.errorSummary).toBe(
      `name: there are ${LIMITS.invariants} invariants already, as many as there may be`,
    )
  })
})

describe('checking invariants', () => {
  it('proves what holds, and names a person of today and a sign-in for what is broken', async () => {
    const [holds, broken] = await check(
      {},
      { scope: { people: { groups: { include: [contractors.id] } } }, name: 'From anywhere' },
    )
    expect(holds).toMatchObject({
      ...{ id: null, state: 'HOLDS', counterexample: null },
      sentence: 'No one in Contractors opens Payroll from outside Office.',
      text: 'Proved for every sign-in to 1 application that there could be.',
    })
    expect(broken).toMatchObject({
      ...{ state: 'BROKEN', sentence: 'No one in Contractors opens Payroll.' },
      counterexample: {
        person: { id: ada.id, name: 'Ada Byron', login: 'ada@example.test' },
        app: { id: payroll.id, name: 'Payroll' },
        request: { appInstance: payroll.id, policyContext: { user: { id: ada.id } } },
      },
    })
    expect(broken?.text).toMatch(/^Ada Byron to Payroll, from 192\.0\.2\.\d+: Yes, with .*“From the office”/)
  })

  it('says that somebody could where no one of today can', async () => {
    const empty = await server.make.aGroup('None yet')
    const [result] = await check({ scope: { people: { groups: { include: [empty.id] } } }, app: null })
    expect(result).toMatchObject({ state: 'BROKEN', counterexample: { person: null, app: null } })
    expect(result?.text).toMatch(/^No one who is there today was found, but somebody could: somebody in None yet/)
    expect(result?.counterexample?.request?.policyContext.groups?.ids).toContain(empty.id)
  })

  it('passes over people who are suspended', async () => {
    await server.client.call('suspendUser', { params: { userId: ada.id } })
    const [result] = await check({ scope: { people: { groups: { include: [contractors.id] } } } })
    await server.client.call('unsuspendUser', { params: { userId: ada.id } })
    expect(result).toMatchObject({ state: 'BROKEN', counterexample: { person: null } })
  })

  it('decides nothing where what is named is gone or switched off: it would hold of no one', async () => {
    const gone = await server.make.aGroup('Gone')
    await server.client.call('deleteGroup', { params: { groupId: gone.id } })
    const off = await server.make.aZone({ name: 'Off' })
    await server.client.call('deactivateZone', { params: { zoneId: off.id } })
    const results = await check(
      { name: 'a', scope: { people: { groups: { include: [gone.id] } } } },
      { name: 'b', scope: { network: { connection: 'ZONE', exclude: [off.id] } } },
      { name: 'c', app: { include: [{ type: 'APP', id: '0oaX' }], exclude: [] } },
    )
    expect(results.map(({ state, text }) => [state, text])).toEqual([
      ['NOT_DECIDED', `The group “${gone.id}” no longer exists.`],
      ['NOT_DECIDED', 'The network zone “Off” is inactive.'],
      ['NOT_DECIDED', 'The application “0oaX” no longer exists.'],
    ])
  })

  it('refuses ids of none', async () => {
    expect((await server.client.refused('checkInvariants', { body: { ids: ['inv1'] } })).status).toBe(404)
  })
})
