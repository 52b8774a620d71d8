import { beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import { anAdministrator } from '../../../helpers/administrators.ts'
import { soundApp } from '../../../helpers/app-bodies.ts'
import { makeClient } from '../../../helpers/client.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let call: TestServer['client']['call']
let refused: TestServer['client']['refused']
beforeAll(async () => {
  server = await startServer()
  ;({ call, refused } = server.client)
})

const ATTRIBUTES = {
  team: { title: 'Team', type: 'string', maxLength: 20 },
  seats: { title: 'Seats', type: 'integer' },
  sites: { title: 'Sites', type: 'array', items: { type: 'string' } },
}

let count = 0
/** An application with attributes and a group that has it, as paths name both. */
async function anAssignment(profile: object = {}) {
  const body = soundApp('BOOKMARK', `Patched ${(count += 1)}`) as never
  const { id: appId } = (await call('createApp', { body })).body
  const definitions = { custom: { properties: ATTRIBUTES } } as never
  await call('updateAppUserSchema', { params: { appId }, body: { definitions } })
  const { id: groupId } = await server.make.aGroup()
  await call('assignAppGroup', { params: { appId, groupId }, body: { priority: 3, profile } as never })
  return { appId, groupId }
}

type Params = Awaited<ReturnType<typeof anAssignment>>
const patch = async (params: Params, ...body: object[]) =>
  (await call('updateAppGroup', { params, body: body as never })).body
const read = async (params: Params) => (await call('getAppGroup', { params })).body
const updates = async ({ appId }: Params) => {
  const filter = `target.id eq "${appId}" and eventType eq "group.application_assignment.update"`
  return (await call('listLogEvents', { query: { filter } })).body
}

describe('a patch of the assignment of a group', () => {
  it('changes what it names, and is answered as the assignment is [spec/6 operations/patch group]', async () => {
    const params = await anAssignment({ team: 'red', sites: ['bern'] })
    const answered = await patch(
      params,
      { op: 'replace', path: '/priority', value: 5 },
      { op: 'test', path: '/profile/team', value: 'red' },
      { op: 'remove', path: '/profile/team' },
      { op: 'add', path: '/profile/seats', value: 7 },
      { op: 'add', path: '/profile/sites/-', value: 'oslo' },
    )
    expect(answered).toMatchObject({ priority: 5, profile: { seats: 7, sites: ['bern', 'oslo'] } })
    expect(answered.profile).not.toHaveProperty('team')
    expect(answered).toEqual(await read(params))
  })

  it('leaves the event that replacing leaves, and none where nothing changes', async () => {
    const params = await anAssignment({ team: 'red' })
    await patch(params, { op: 'replace', path: '/profile/team', value: 'blue' })
    await patch(params, { op: 'replace', path: '/profile/team', value: 'blue' })
    await patch(params)
    const [event, ...others] = await updates(params)
    expect(others).toEqual([])
    expect(event?.target?.find(({ id }) => id === params.appId)?.changeDetails).toEqual({
      from: { profile: { team: 'red' } },
      to: { profile: { team: 'blue' } },
    })
  })

  it('treats an attribute without a value as one that is null', async () => {
    const params = await anAssignment()
    await patch(params, { op: 'test', path: '/profile/team', value: null }, { op: 'remove', path: '/profile/team' })
    expect((await patch(params, { op: 'replace', path: '/profile/team', value: 'red' })).profile).toEqual({
      team: 'red',
    })
    expect((await patch(params, { op: 'replace', path: '/profile/team', value: null })).profile).toEqual({})
    expect((await patch(params, { op: 'add', path: '/profile', value: { seats: 1 } })).profile).toEqual({ seats: 1 })
    expect((await patch(params, { op: 'remove', path: '/profile' })).profile).toEqual({})
  })

  const REFUSED: readonly [string, object, string][] = [
    ['an unknown place', { op: 'replace', path: '/id', value: 'x' }, '[0].path'],
    ['no place', { op: 'replace', path: '', value: 'x' }, '[0].path'],
    ['a place inside priority', { op: 'add', path: '/priority/0', value: 1 }, '[0].path'],
    ['a place too deep', { op: 'add', path: '/profile/sites/0/x', value: 1 }, '[0].path'],
    ['a wrong escape', { op: 'add', path: '/profile/a~2', value: 1 }, '[0].path'],
    ['an unknown operation', { op: 'move', from: '/profile/team', path: '/profile/seats' }, '[0].op'],
    ['no value', { op: 'add', path: '/profile/team' }, '[0].value'],
    ['a priority that goes', { op: 'remove', path: '/priority' }, '[0].path'],
    ['a priority that is no number', { op: 'replace', path: '/priority', value: 'first' }, 'priority'],
    ['a negative priority', { op: 'replace', path: '/priority', value: -1 }, 'priority'],
    ['a profile that is no object', { op: 'replace', path: '/profile', value: [] }, 'profile'],
    ['an unknown attribute', { op: 'add', path: '/profile/salary', value: 1 }, 'profile.salary'],
    ['a value of another type', { op: 'add', path: '/profile/seats', value: 'many' }, 'profile.seats'],
    ['an item of what is no list', { op: 'add', path: '/profile/team/0', value: 'x' }, '[0].path'],
    ['an item that is not there', { op: 'replace', path: '/profile/sites/1', value: 'x' }, '[0].path'],
    ['another value than tested', { op: 'test', path: '/profile/team', value: 'blue' }, '[0].value'],
  ]
  it.each(REFUSED)('refuses %s, by its field', async (_what, operation, location) => {
    const params = await anAssignment({ team: 'red', sites: ['bern'] })
    const before = await read(params)
    const refusal = await refused('updateAppGroup', { params, body: [operation] })
    expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', [location]])
    expect(await read(params)).toEqual(before)
  })

  it('is done all or none', async () => {
    const params = await anAssignment({ team: 'red' })
    const body = [
      { op: 'replace', path: '/profile/team', value: 'blue' },
      { op: 'test', path: '/priority', value: 0 },
    ]
    expect((await refused('updateAppGroup', { params, body })).locations).toEqual(['[1].value'])
    expect((await read(params)).profile).toEqual({ team: 'red' })
    expect(await updates(params)).toEqual([])
  })

  it('has so many operations, and is a list', async () => {
    const params = await anAssignment()
    const one = { op: 'test', path: '/priority', value: 3 }
    expect(
      (await call('updateAppGroup', { params, body: Array(LIMITS.patchOperations).fill(one) as never })).status,
    ).toBe(200)
    const many = await refused('updateAppGroup', { params, body: Array(LIMITS.patchOperations + 1).fill(one) })
    expect(many.code).toBe('E0000001')
    for (const body of [{}, one]) expect((await refused('updateAppGroup', { params, body })).code).toBe('E0000001')
  })

  it('is of an assignment that is there', async () => {
    const { appId, groupId } = await anAssignment()
    const other = await server.make.aGroup()
    for (const params of [
      { appId, groupId: other.id },
      { appId: '0oaNONE', groupId },
    ]) {
      const { status, code } = await refused('updateAppGroup', { params, body: [] })
      expect([status, code]).toEqual([404, 'E0000007'])
    }
  })

  it('is for those who administer the application', async () => {
    const [mine, other] = [await anAssignment(), await anAssignment()]
    const { token } = await anAdministrator(server, 'APP_ADMIN', { appIds: [mine.appId] })
    const client = makeClient({ url: server.url, token })
    const body = [{ op: 'replace', path: '/priority', value: 9 }]
    expect((await client.call('updateAppGroup', { params: mine, body: body as never })).body.priority).toBe(9)
    expect((await client.refused('updateAppGroup', { params: other, body })).code).toBe('E0000006')
  })
})
