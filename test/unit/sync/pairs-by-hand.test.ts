import { beforeEach, describe, expect, it } from 'vitest'
import type { AlikeObject } from '#contract/gatehouse/comparison.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { soundApp } from '../../helpers/app-bodies.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { compared, connect, differencesWith, pulled } from '../../helpers/sync/connections.ts'
import { applied, planned, stepLines, stepsOf, takenBack } from '../../helpers/sync/plans.ts'

let here: TestServer
let remote: TestServer
let connectionId = ''

beforeEach(async () => {
  ;[here, remote] = await Promise.all([startServer(), startServer()])
  connectionId = await connect(here, remote, { mayWrite: true })
})

async function anApp({ client }: TestServer, url: string): Promise<string> {
  const app = soundApp('BOOKMARK', 'Wiki') as { settings: { app: object } }
  const body = { ...app, settings: { ...app.settings, app: { ...app.settings.app, url } } }
  return (await client.call('createApp', { body: body as never })).body.id
}

const pair = (kind: SyncKind, ours: string, theirs: string, to = connectionId) =>
  here.client.call('pairObjects', { params: { connectionId: to }, body: { kind, ours, theirs } })
const unpair = (kind: SyncKind, ours: string) =>
  here.client.call('unpairObjects', { params: { connectionId, kind, ours } })
const pairs = async () => (await here.client.call('listConnectionPairs', { params: { connectionId } })).body
const refusedPair = async (kind: SyncKind, ours: string, theirs: string) => {
  const { status, body } = await here.client.refused('pairObjects', {
    params: { connectionId },
    body: { kind, ours, theirs },
  })
  return [status, ...body.errorCauses.map(({ errorSummary }) => errorSummary)]
}
const ambiguous = async () =>
  (await here.client.call('getComparison', { params: { connectionId } })).body?.ambiguous ??
  expect.unreachable('nothing was compared')

/** Two groups of one name on each side, as an import leaves them, told apart by what they say. */
async function twoAlike(server: TestServer) {
  const one = await server.make.aGroup('Crew')
  const other = await server.make.aGroup('Team')
  return { one: one.id, other: other.id }
}

describe('objects that were paired by hand', () => {
  it('are compared although their names differ, and are one thing in a pull and a plan', async () => {
    const [ours, theirs] = [(await here.make.aGroup('Crew')).id, (await remote.make.aGroup('Team')).id]
    expect(await differencesWith(here, connectionId)).toEqual([
      'unknown group Team: only theirs',
      'unknown group Crew: only ours',
    ])
    expect((await pair('group', ours, theirs)).body).toMatchObject({
      ...{
        kind: 'group',
        ours: { id: ours, key: ours, name: 'Crew' },
        theirs: { id: theirs, name: 'Team' },
        applies: null,
      },
    })
    expect(await differencesWith(here, connectionId)).toEqual(['unknown group Crew: profile.name "Crew" | "Team"'])
    expect(await pairs()).toMatchObject([{ applies: true }])
    expect(stepLines(await stepsOf(here, await planned(here, connectionId)))).toEqual(['change group Crew'])
    await pulled(here, connectionId)
    expect((await here.client.call('getGroup', { params: { groupId: ours } })).body.profile.name).toBe('Team')
    expect(await differencesWith(here, connectionId)).toEqual([])
    expect((await here.client.refused('getGroup', { params: { groupId: theirs } })).status).toBe(404)
  })

  it('count more than what both sides have agreed on: what differs then is a conflict, and nothing is deleted', async () => {
    const { one, other } = await twoAlike(remote)
    await pulled(here, connectionId)
    const own = (await here.make.aGroup('Own crew')).id
    const member = await here.make.aUser({}, [own])
    expect(member.id).toBeDefined()
    await pair('group', own, one)
    const lines = await differencesWith(here, connectionId)
    expect(lines).toContain('conflict group Own crew: profile.name "Own crew" | "Crew"')
    expect(lines).toContain('outgoing group Crew: only ours')
    expect(lines.filter((line) => line.includes('Team'))).toEqual([])
    await pulled(here, connectionId, { prefer: 'workspace' })
    const names = (await here.client.call('listGroups', { query: { q: 'Crew' } })).body.map(({ id }) => id)
    expect(names).toContain(one)
    const steps = stepLines(await stepsOf(here, await planned(here, connectionId, { prefer: 'workspace' })))
    expect(steps.filter((line) => line.startsWith('remove'))).toEqual([])
    expect(steps).toEqual(expect.arrayContaining(['change group Own crew', 'create group Crew']))
    expect((await here.client.call('getGroup', { params: { groupId: other } })).body.profile.name).toBe('Team')
  })

  it('carry what belongs to them, and a rule is paired within its policy', async () => {
    const mine = await here.make.aPolicy('SVC_SIGN_ON', { name: 'Harbour' })
    const rule = await here.make.aRule(mine, { name: 'Day' })
    const yours = await remote.make.aPolicy('SVC_SIGN_ON', { name: 'Port' })
    const [day, night] = [
      await remote.make.aRule(yours, { name: 'Shift' }),
      await remote.make.aRule(yours, { name: 'Night' }),
    ]
    await pair('policy', mine.id, yours.id)
    await pair('rule', `${mine.id}/${rule.id}`, `${yours.id}/${day.id}`)
    const lines = await differencesWith(here, connectionId)
    expect(lines).toEqual([
      'unknown policy Harbour: name "Harbour" | "Port"',
      'unknown rule Day: name "Day" | "Shift"',
      'unknown rule Night: only theirs',
    ])
    const found = (
      await here.client.call('listDifferences', {
        params: { connectionId },
        query: { kind: 'rule', only: 'theirs', parentId: mine.id },
      })
    ).body
    expect(found).toMatchObject([{ parentId: mine.id, theirs: { id: night.id, key: `${yours.id}/${night.id}` } }])
  })

  it('within what is not the same are none, and the list says so', async () => {
    const [mine, yours] = [
      await here.make.aPolicy('SVC_SIGN_ON', { name: 'A' }),
      await remote.make.aPolicy('SVC_SIGN_ON', { name: 'B' }),
    ]
    const [rule, other] = [
      await here.make.aRule(mine, { name: 'Day' }),
      await remote.make.aRule(yours, { name: 'Night' }),
    ]
    await pair('rule', `${mine.id}/${rule.id}`, `${yours.id}/${other.id}`)
    expect(await differencesWith(here, connectionId)).toContain('unknown rule Night: only theirs')
    expect(await pairs()).toMatchObject([{ applies: false }])
  })

  it('are none any more once the pair is removed, also after a pull; what is only here is not deleted', async () => {
    const [ours, theirs] = [(await here.make.aGroup('Crew')).id, (await remote.make.aGroup('Team')).id]
    await pair('group', ours, theirs)
    await pulled(here, connectionId, { prefer: 'workspace' })
    await unpair('group', ours)
    expect(await pairs()).toEqual([])
    expect(await differencesWith(here, connectionId)).toEqual([
      'incoming group Team: only theirs',
      'outgoing group Crew: only ours',
    ])
    await pulled(here, connectionId)
    expect(await differencesWith(here, connectionId)).toEqual(['outgoing group Crew: only ours'])
  })

  it('of which one was deleted on a side are deleted on the other, as any that both sides had', async () => {
    const [ours, theirs] = [(await here.make.aGroup('Crew')).id, (await remote.make.aGroup('Team')).id]
    await pair('group', ours, theirs)
    await pulled(here, connectionId)
    await remote.client.call('deleteGroup', { params: { groupId: theirs } })
    expect(await differencesWith(here, connectionId)).toEqual(['incoming group Team: only ours'])
    await pulled(here, connectionId)
    expect((await here.client.refused('getGroup', { params: { groupId: ours } })).status).toBe(404)
    expect(await differencesWith(here, connectionId)).toEqual([])
  })

  it('stay paired where a plan was applied, and taken back', async () => {
    const [ours, theirs] = [(await here.make.aGroup('Crew')).id, (await remote.make.aGroup('Team')).id]
    await pair('group', ours, theirs)
    const { plan } = await applied(here, await planned(here, connectionId))
    expect(plan).toMatchObject({ state: 'APPLIED' })
    expect((await remote.client.call('getGroup', { params: { groupId: theirs } })).body.profile.name).toBe('Crew')
    expect(await differencesWith(here, connectionId)).toEqual([])
    await applied(here, await takenBack(here, plan))
    expect((await remote.client.call('getGroup', { params: { groupId: theirs } })).body.profile.name).toBe('Team')
    expect(await differencesWith(here, connectionId)).toEqual(['unknown group Crew: profile.name "Crew" | "Team"'])
  })

  it('of one name are told apart by what differs between them, and once all but one are paired, the last are by their name', async () => {
    const [a, b] = [await anApp(here, 'https://one.example.com'), await anApp(here, 'https://two.example.com')]
    const [c, d] = [await anApp(remote, 'https://two.example.com'), await anApp(remote, 'https://one.example.com/new')]
    expect(await differencesWith(here, connectionId)).toEqual(['ambiguous app Wiki'])
    const [wiki] = await ambiguous()
    const url = (value: string) => [{ path: 'settings.app.url', value }]
    const told = (side: readonly AlikeObject[]) => Object.fromEntries(side.map(({ key, fields }) => [key, fields]))
    expect(told(wiki?.ours ?? [])).toEqual({ [a]: url('https://one.example.com'), [b]: url('https://two.example.com') })
    expect(told(wiki?.theirs ?? [])).toEqual({
      ...{ [c]: url('https://two.example.com'), [d]: url('https://one.example.com/new') },
    })
    await pair('app', a, d)
    const changed = 'app Wiki: settings.app.url "https://one.example.com" | "https://one.example.com/new"'
    expect(await differencesWith(here, connectionId)).toEqual([`unknown ${changed}`])
    expect(await pairs()).toMatchObject([{ theirs: { id: d, name: 'Wiki' }, applies: true }])
    await pulled(here, connectionId)
    expect(await differencesWith(here, connectionId)).toEqual([])
  })

  it('with two remotes are the same in a promotion from one to the other', async () => {
    const production = await startServer()
    const to = await connect(here, production, { name: 'Production', mayWrite: true })
    const own = (await here.make.aGroup('Crew')).id
    const [from, target] = [(await remote.make.aGroup('Team')).id, (await production.make.aGroup('Staff')).id]
    await pair('group', own, from)
    await pair('group', own, target, to)
    const plan = await planned(here, to, { from: connectionId })
    expect(stepLines(await stepsOf(here, plan))).toEqual(['change group Team'])
    await applied(here, plan)
    expect((await production.client.call('getGroup', { params: { groupId: target } })).body.profile.name).toBe('Team')
  })
})

describe('a pair', () => {
  it('is refused with what is not there, is paired already, or is of a kind that is paired by itself', async () => {
    const [ours, other] = [(await here.make.aGroup('Crew')).id, (await here.make.aGroup('Staff')).id]
    const [theirs, yours] = [(await remote.make.aGroup('Team')).id, (await remote.make.aGroup('Shift')).id]
    expect(await refusedPair('group', theirs, theirs)).toEqual([400, 'ours: is no group of this workspace'])
    await pair('group', ours, theirs)
    expect((await pair('group', ours, theirs)).body.created).toBe((await pairs())[0]?.created)
    expect(await refusedPair('group', other, theirs)).toEqual([
      400,
      `theirs: is paired by hand with Crew (${ours}): remove that pair first`,
    ])
    expect(await refusedPair('group', ours, yours)).toEqual([
      400,
      `ours: is paired by hand with Team (${theirs}): remove that pair first`,
    ])
    expect(await refusedPair('groupMembership', `${ours}/00u1`, 'x/y')).toEqual([
      400,
      expect.stringContaining('kind: memberships cannot be paired by hand'),
    ])
    expect(await refusedPair('rule', '0pr1', '0pr2')).toEqual([
      400,
      expect.stringMatching(/^ours: is no .*: before its id has to be that of its policy and a slash$/),
    ])
    await compared(here, connectionId)
    expect(await refusedPair('group', other, 'gone')).toEqual([
      400,
      'theirs: is no group that the latest comparison has found at the remote',
    ])
    const gone = await here.client.refused('unpairObjects', { params: { connectionId, kind: 'group', ours: other } })
    expect([gone.status, gone.body.errorCode]).toEqual([404, 'E0000007'])
    expect(gone.body.errorSummary).toContain(`${other} (SyncPair)`)
  })

  it('is checked at the remote where nothing was compared: its type, and that its key is the one of a comparison', async () => {
    const mine = await here.make.aPolicy('SVC_SIGN_ON', { name: 'Night crew' })
    const own = await here.make.aRule(mine, { name: 'Day' })
    const words = await remote.make.aPolicy('PASSWORD', { name: 'Long words' })
    const yours = await remote.make.aPolicy('SVC_SIGN_ON', { name: 'Night shift' })
    const theirs = await remote.make.aRule(yours, { name: 'Shift' })
    const [person, them] = [await here.make.aUser(), await remote.make.aUser()]
    expect(await refusedPair('policy', mine.id, words.id)).toEqual([
      400,
      'theirs: has the type PASSWORD, and that of the workspace SVC_SIGN_ON: it never changes, so that they cannot be the same',
    ])
    expect(await refusedPair('policy', mine.id, mine.id)).toEqual([400, 'theirs: is no policy of the remote'])
    expect(await refusedPair('rule', `${mine.id}/${own.id}`, theirs.id)).toEqual([
      400,
      expect.stringMatching(/^theirs: is no .* of the remote: before its id has to be that of its policy and a slash$/),
    ])
    // The interface also finds what these name, but no comparison has such keys.
    for (const key of ['me', them.profile.login as string])
      expect(await refusedPair('user', person.id, key)).toEqual([400, 'theirs: is no person of the remote'])
    expect(await refusedPair('user', 'me', them.id)).toEqual([400, 'ours: is no person of this workspace'])
    const deeper = `${yours.id}/${yours.id}/${theirs.id}`
    expect((await refusedPair('rule', `${mine.id}/${own.id}`, deeper))[0]).toBe(400)
    expect(await pairs()).toEqual([])
    expect((await pair('rule', `${mine.id}/${own.id}`, `${yours.id}/${theirs.id}`)).body.theirs.name).toBe('Shift')
  })

  it('keeps no name of somebody whom the connection does not take as they are', async () => {
    const [person, them] = [await here.make.aUser(), await remote.make.aUser()]
    for (const people of [{ mode: 'PSEUDONYMS' }, { mode: 'SEARCH', search: 'profile.lastName eq "Other"' }]) {
      const to = await connect(here, remote, { name: people.mode, people })
      expect((await pair('user', person.id, them.id, to)).body.theirs).toEqual({
        id: them.id,
        key: them.id,
        name: null,
      })
    }
  })

  it('is refused with an object of another type, which the latest comparison offers apart', async () => {
    const mine = await here.make.aPolicy('SVC_SIGN_ON', { name: 'Night crew' })
    const yours = await remote.make.aPolicy('SVC_SIGN_ON', { name: 'Night shift' })
    const words = await remote.make.aPolicy('PASSWORD', { name: 'Long words' })
    await compared(here, connectionId)
    expect(await refusedPair('policy', mine.id, words.id)).toEqual([
      400,
      'theirs: has the type PASSWORD, and that of the workspace SVC_SIGN_ON: it never changes, so that they cannot be the same',
    ])
    const query = { kind: 'policy', only: 'theirs', type: 'SVC_SIGN_ON' } as const
    const { body } = await here.client.call('listDifferences', { params: { connectionId }, query })
    expect(body).toMatchObject([{ type: 'SVC_SIGN_ON', theirs: { id: yours.id } }])
    expect((await pair('policy', mine.id, yours.id)).body).toMatchObject({ theirs: { name: 'Night shift' } })
  })

  it('is asked for again by a plan that was made before it was removed or made: nothing is written by that', async () => {
    const [ours, theirs] = [(await here.make.aGroup('Crew')).id, (await remote.make.aGroup('Team')).id]
    const refused = async (plan: { id: string }) =>
      (await here.client.refused('applySyncPlan', { params: { syncPlanId: plan.id }, body: {} })).body.errorCauses
    const again = [{ errorSummary: 'syncPlanId: was made before objects were paired or unpaired by hand: plan again' }]
    const before = await planned(here, connectionId)
    await pair('group', ours, theirs)
    expect(await refused(before)).toMatchObject(again)
    const paired = await planned(here, connectionId)
    await unpair('group', ours)
    expect(await refused(paired)).toMatchObject(again)
    expect((await remote.client.call('getGroup', { params: { groupId: theirs } })).body.profile.name).toBe('Team')
    await applied(here, await planned(here, connectionId))
    expect((await remote.client.call('listGroups', { query: { q: 'Crew' } })).body).toHaveLength(1)
    expect(await differencesWith(here, connectionId)).toEqual(['incoming group Team: only theirs'])
  })

  it('stays removed where a plan that was applied before is taken back', async () => {
    const [ours, theirs] = [(await here.make.aGroup('Crew')).id, (await remote.make.aGroup('Team')).id]
    await pair('group', ours, theirs)
    await pulled(here, connectionId)
    await here.client.call('replaceGroup', { params: { groupId: ours }, body: { profile: { name: 'Crew' } } })
    const { plan } = await applied(here, await planned(here, connectionId))
    await unpair('group', ours)
    expect((await applied(here, await takenBack(here, plan))).plan).toMatchObject({ state: 'APPLIED', problem: null })
    expect(await differencesWith(here, connectionId)).toEqual([
      expect.stringMatching(/ group Team: only theirs$/),
      expect.stringMatching(/ group Crew: only ours$/),
    ])
  })

  it('leaves an event when it is made and removed, and goes with its connection', async () => {
    const [ours, theirs] = [(await here.make.aGroup('Crew')).id, (await remote.make.aGroup('Team')).id]
    await pair('group', ours, theirs)
    await unpair('group', ours)
    const filter = 'eventType sw "gatehouse.connection.pair" or eventType sw "gatehouse.connection.unpair"'
    const events = (await here.client.call('listLogEvents', { query: { filter, limit: 10 } as never })).body as {
      eventType: string
    }[]
    expect(events.map(({ eventType }) => eventType)).toEqual([
      'gatehouse.connection.pair',
      'gatehouse.connection.unpair',
    ])
    await pair('group', ours, theirs)
    await here.client.call('deleteConnection', { params: { connectionId } })
    connectionId = await connect(here, remote)
    expect(await pairs()).toEqual([])
  })
})
