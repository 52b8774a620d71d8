import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { soundApp } from '../../helpers/app-bodies.ts'
import { hookBody, listen } from '../../helpers/endpoint.ts'
import { aFolder, startServer, type TestServer } from '../../helpers/server.ts'
import { connect, differencesWith, pulled } from '../../helpers/sync/connections.ts'
import { applied, planned, stepLines, stepsOf, takenBack } from '../../helpers/sync/plans.ts'

let here: TestServer
let staging: TestServer
let production: TestServer
let to = ''
let from = ''

beforeEach(async () => {
  ;[here, staging, production] = await Promise.all([startServer(), startServer(), startServer({ isFirstStart: true })])
  from = await connect(here, staging, { name: 'Staging' })
  to = await connect(here, production, { name: 'Production', mayWrite: true })
})

const DENY = { signon: { access: 'DENY' } } as never

const groupNamed = async ({ client }: TestServer, name: string) =>
  (await client.call('listGroups', { query: { q: name } })).body.find(({ profile }) => profile.name === name)

/** Another service with what one has, ids as well. */
async function copyOf(server: TestServer): Promise<TestServer> {
  const dataFile = join(await aFolder(), 'org.sqlite')
  await server.backup(dataFile)
  return startServer({ dataFile, token: server.token })
}

/** A policy for a group with a rule for what networks are in a zone. */
async function payrollAt({ make }: TestServer) {
  const group = await make.aGroup('Payroll')
  const zone = await make.aZone()
  const conditions = { people: { groups: { include: [group.id] } } }
  const policy = await make.aPolicy('SVC_SIGN_ON', { name: 'Payroll', conditions })
  const network = { connection: 'ZONE' as const, include: [zone.id] }
  const rule = await make.aRule(policy, { name: 'Office', conditions: { network } } as never)
  return { group, zone, policy, rule }
}

describe('a promotion from one connection to another', () => {
  it('brings what the one has and the other has not, with what names it, and leaves people, the profile and what only the other has', async () => {
    const { zone } = await payrollAt(staging)
    await staging.make.aUser()
    const ours = await production.make.aGroup('Only in production')
    const person = await production.make.aUser({}, [ours.id])
    const plan = await planned(here, to, { from })
    expect(plan).toMatchObject({
      ...{
        source: { kind: 'CONNECTION', id: from, name: 'Staging', removes: false },
        trial: { problem: null, unlike: [] },
      },
      ...{ conflicts: 0, refused: [], unread: [], needsConfirmation: false },
    })
    const steps = stepLines(await stepsOf(here, plan))
    expect(steps).toEqual(
      expect.arrayContaining([
        'create group Payroll',
        'create policy Payroll',
        'create rule Office',
        `create zone ${zone.name}`,
      ]),
    )
    expect(steps.filter((line) => line.includes(' user '))).toEqual([])
    expect((await applied(here, plan)).plan).toMatchObject({ state: 'APPLIED', problem: null })
    const [there] = (await production.client.call('listPolicies', { query: { type: 'SVC_SIGN_ON' } })).body
    const group = await groupNamed(production, 'Payroll')
    expect(there).toMatchObject({ name: 'Payroll', conditions: { people: { groups: { include: [group?.id] } } } })
    expect(await groupNamed(production, 'Only in production')).toMatchObject({ id: ours.id })
    expect((await production.client.call('getUser', { params: { userId: person.id } })).body.id).toBe(person.id)
    expect((await planned(here, to, { from })).steps).toBe(0)
  })

  it('has the workspace and the other agree on nothing, so that a pull brings what came', async () => {
    await pulled(here, to)
    await staging.make.aGroup('Payroll')
    await applied(here, await planned(here, to, { from }))
    expect(await differencesWith(here, to)).toEqual(['incoming group Payroll: only theirs'])
    await pulled(here, to)
    expect(await groupNamed(here, 'Payroll')).toBeDefined()
  })

  it('removes what only the other has where that is asked for, by the name of the connection, and is taken back', async () => {
    const gone = await production.make.aGroup('Only in production')
    const plan = await planned(here, to, { from, remove: true })
    expect(stepLines(await stepsOf(here, plan))).toContain('remove group Only in production')
    expect(plan.needsConfirmation).toBe(true)
    const { plan: after } = await applied(here, plan, { confirmation: 'Production' })
    expect(after).toMatchObject({ state: 'APPLIED' })
    expect(await groupNamed(production, 'Only in production')).toBeUndefined()
    const back = await takenBack(here, after)
    expect(back.source).toEqual(plan.source)
    expect((await applied(here, back)).plan).toMatchObject({ state: 'APPLIED', problem: null })
    const again = await groupNamed(production, 'Only in production')
    expect(again?.profile).toEqual(gone.profile)
  })

  it('that is taken back leaves no difference of what it has removed, though that has another id then', async () => {
    const gone = await production.make.aGroup('Only in production')
    await production.make.aUser({}, [gone.id])
    await pulled(here, to)
    const { plan } = await applied(here, await planned(here, to, { from, remove: true }), {
      confirmation: 'Production',
    })
    const back = (await applied(here, await takenBack(here, plan))).plan
    expect(back).toMatchObject({ state: 'APPLIED', problem: null })
    expect(await differencesWith(here, to)).toEqual([])
    const before = await groupNamed(here, 'Only in production')
    await pulled(here, to)
    expect((await groupNamed(here, 'Only in production'))?.id).toBe(before?.id)
    expect((await planned(here, to)).steps).toBe(0)
  })

  it('that is taken back after a pull has what it has removed come back with the next', async () => {
    await production.make.aGroup('Only in production')
    await pulled(here, to)
    const { plan } = await applied(here, await planned(here, to, { from, remove: true }), {
      confirmation: 'Production',
    })
    await pulled(here, to)
    await applied(here, await takenBack(here, plan))
    expect(await differencesWith(here, to)).toEqual(['incoming group Only in production: only theirs'])
  })

  it('removes an authenticator that policies of enrollment have taken up by themselves', async () => {
    await production.make.anAuthenticator('custom_app')
    const plan = await planned(here, to, { from, remove: true })
    const steps = ['change policy Default Policy', 'remove authenticator Authenticator 1']
    expect(stepLines(await stepsOf(here, plan)).map((line) => line.replace(/\d+$/, '1'))).toEqual(steps)
    expect(plan.trial).toEqual({ problem: null, unlike: [] })
    const done = await applied(here, plan, { confirmation: 'Production' })
    expect(done.plan).toMatchObject({ state: 'APPLIED', problem: null })
    expect((await planned(here, to, { from, remove: true })).steps).toBe(0)
  })

  it('brings a hook with its headers, and one that it has removed is made again with a placeholder for them', async () => {
    const uri = 'https://hooks.example.test/one'
    const config = { uri, headers: [{ key: 'X-Team', value: 'Harbour' }] }
    const body = hookBody(uri, undefined, { channel: { config } })
    const headers = async (server: TestServer) =>
      (await server.client.call('listEventHooks')).body.map(({ channel }) => channel.config.headers)
    await staging.client.call('createEventHook', { body })
    await applied(here, await planned(here, to, { from }))
    expect(await headers(production)).toEqual([[{ key: 'X-Team', value: 'Harbour' }]])
    const [{ id: eventHookId } = { id: '' }] = (await staging.client.call('listEventHooks')).body
    await staging.client.call('deactivateEventHook', { params: { eventHookId } })
    await staging.client.call('deleteEventHook', { params: { eventHookId } })
    const { plan } = await applied(here, await planned(here, to, { from, remove: true }), {
      confirmation: 'Production',
    })
    expect([plan.state, await headers(production)]).toEqual(['APPLIED', []])
    expect((await applied(here, await takenBack(here, plan))).plan).toMatchObject({ state: 'APPLIED', problem: null })
    expect(await headers(production)).toEqual([[{ key: 'X-Team', value: expect.stringContaining('not known') }]])
  })

  it('leaves what a choice leaves to the other', async () => {
    const { group } = await payrollAt(staging)
    await staging.client.call('replaceGroup', {
      params: { groupId: group.id },
      body: { profile: { name: 'Payroll', description: 'of staging' } },
    })
    const there = await production.make.aGroup('Payroll')
    const profile = { name: 'Payroll', description: 'of production' }
    await production.client.call('replaceGroup', { params: { groupId: there.id }, body: { profile } })
    const choices = [{ kind: 'group' as const, prefer: 'remote' as const }]
    await applied(here, await planned(here, to, { from, choices }))
    expect((await groupNamed(production, 'Payroll'))?.profile.description).toBe('of production')
    await applied(here, await planned(here, to, { from }))
    expect((await groupNamed(production, 'Payroll'))?.profile.description).toBe('of staging')
  })

  it('says whom it affects by the people and memberships of the other, and of a dry run in what it is refused', async () => {
    const { group } = await payrollAt(staging)
    const [policy] = (await staging.client.call('listPolicies', { query: { type: 'SVC_SIGN_ON' } })).body
    await staging.make.aRule(policy as never, { name: 'Nobody', actions: DENY, priority: 1 })
    expect(group.id).toBeDefined()
    const there = await production.make.aGroup('Payroll')
    for (let made = 0; made < 3; made += 1) await production.make.aUser({}, [there.id])
    const plan = await planned(here, to, { from })
    expect(plan.effectProblem).toBeNull()
    expect(plan.effect?.effects.map(({ effect, people }) => [effect, people])).toEqual([['LOSES_ACCESS', 3]])
    expect(plan.needsConfirmation).toBe(true)
    const policyStep = (await stepsOf(here, plan)).find(({ name }) => name === 'Nobody')
    expect(policyStep?.effect?.affected).toBe(3)
  })

  it('that is refused on the twin says that it is not known whom it affects', async () => {
    const { policy, group } = await payrollAt(staging)
    const target = await copyOf(staging)
    await staging.make.aRule(policy, { name: 'Nobody', actions: DENY })
    await staging.client.call('replaceGroup', { params: { groupId: group.id }, body: { profile: { name: 'Wages' } } })
    await target.make.aGroup('Wages')
    const id = await connect(here, target, { name: 'Target', mayWrite: true })
    const plan = await planned(here, id, { from })
    expect(plan.trial?.problem).toMatch(/Wages/)
    expect(plan).toMatchObject({ effect: null, effectProblem: expect.stringMatching(/^Whom it affects is not known/) })
  })

  it('neither keeps nor brings a secret that the one answers where it should not', async () => {
    const { body: app } = await staging.client.call('createApp', { body: soundApp('OPENID_CONNECT', 'Portal') })
    const answered = async (request: IncomingMessage, response: ServerResponse) => {
      const { method = '', url = '', headers } = request
      const authorization = headers.authorization ?? ''
      const answer = await fetch(staging.url + url, { method, headers: { authorization } })
      const text = (await answer.text()).replaceAll('"client_id":', '"client_secret":"of-staging","client_id":')
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
    }
    const server = createServer((request, response) => void answered(request, response))
    const leaky = `http://127.0.0.1:${await listen(server)}`
    const source = await connect(here, { url: leaky, token: staging.token }, { name: 'Leaky' })
    const plan = await planned(here, to, { from: source })
    expect(stepLines(await stepsOf(here, plan))).toContain(`create app ${app.label}`)
    const kept = `${here.dataFile}.kept`
    await here.backup(kept)
    expect((await readFile(kept)).includes('of-staging')).toBe(false)
    expect((await applied(here, plan)).plan).toMatchObject({ state: 'APPLIED', problem: null })
  })

  it('is tried where the workspace is a copy of the one, and the same id is another object there by now', async () => {
    const { id } = await staging.make.aGroup('Bees')
    const copy = await copyOf(staging)
    await production.make.aGroup('Bees')
    await staging.client.call('replaceGroup', { params: { groupId: id }, body: { profile: { name: 'Ants' } } })
    const source = await connect(copy, staging, { name: 'Staging' })
    const target = await connect(copy, production, { name: 'Production', mayWrite: true })
    const plan = await planned(copy, target, { from: source })
    expect(stepLines(await stepsOf(copy, plan))).toEqual(['create group Ants'])
    expect(plan.trial).toEqual({ problem: null, unlike: [] })
  })

  it.each([
    ['to itself', () => ({ from: to }), 'from: leads to the same address'],
    ['from what is none', () => ({ from: 'unknown' }), 'from: is no connection'],
    ['that removes without a source', () => ({ remove: true }), 'remove: goes with `from` alone'],
  ])('%s is refused', async (_, request, reason) => {
    const params = { connectionId: to }
    const { body, status } = await here.client.refused('planConnection', { params, body: request() })
    expect(status).toBe(400)
    expect(body.errorCauses.map(({ errorSummary }) => errorSummary)).toEqual([reason])
  })
})
