import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../helpers/client.ts'
import type { Factories } from '../../../helpers/factories.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let client: Client
let make: Factories
beforeAll(async () => {
  server = await startServer()
  ;({ client, make } = server)
})

const own = (groupId: string, id: string, type: 'USER' | 'GROUP' = 'USER') =>
  ({ params: { groupId }, body: { id, type } }) as const
const ownersOf = async (groupId: string) => (await client.call('listGroupOwners', { params: { groupId } })).body
const ownerEvents = async () =>
  (await client.call('listLogEvents', { query: { filter: 'eventType sw "gatehouse.group.owner"', limit: 100 } })).body

describe('an owner of a group', () => {
  it('is a person or a group, written in two forms of one moment [spec/5 3/owners]', async () => {
    const [group, user, owning] = [
      await make.aGroup(),
      await make.aUser({ firstName: 'Ada', lastName: 'Lovelace' }),
      await make.aGroup('Stewards'),
    ]
    server.clock.now = Date.parse('2026-03-04T10:08:01.000Z')
    const { status, body } = await client.call('addGroupOwner', own(group.id, user.id))
    expect([status, body]).toEqual([
      201,
      {
        id: user.id,
        type: 'USER',
        resolved: true,
        originId: null,
        originType: 'SVC_DIRECTORY',
        displayName: 'Ada Lovelace',
        lastUpdated: 'Wed Mar 04 10:08:01 UTC 2026',
      },
    ])
    server.clock.advance(1_000)
    await client.call('addGroupOwner', own(group.id, owning.id, 'GROUP'))
    expect(await ownersOf(group.id)).toMatchObject([
      { id: user.id, lastUpdated: '2026-03-04 10:08:01.0' },
      { id: owning.id, type: 'GROUP', displayName: 'Stewards', lastUpdated: '2026-03-04 10:08:02.0' },
    ])
    const { _links } = (await client.call('getGroup', { params: { groupId: group.id } })).body
    expect(_links['owners']).toMatchObject({ href: expect.stringContaining(`/groups/${group.id}/owners`) as string })
  })

  it('owns once [spec/5 3/owner twice]', async () => {
    const [group, user] = [await make.aGroup(), await make.aUser()]
    await client.call('addGroupOwner', own(group.id, user.id))
    const refusal = await client.refused('addGroupOwner', own(group.id, user.id))
    expect([refusal.status, refusal.code, refusal.body.errorSummary]).toEqual([
      400,
      'E0000001',
      'Validation failed: owner',
    ])
    expect(await ownersOf(group.id)).toHaveLength(1)
  })

  it('exists, and is of the kind that was sent [spec/5 3/unknown owner]', async () => {
    const [group, other] = [await make.aGroup(), await make.aGroup()]
    for (const id of ['00uNONE', other.id]) {
      const refusal = await client.refused('addGroupOwner', own(group.id, id))
      expect([refusal.status, refusal.body.errorSummary]).toEqual([404, `Not found: ${id} (User)`])
    }
    const user = await make.aUser()
    expect((await client.refused('addGroupOwner', own(group.id, user.id, 'GROUP'))).body.errorSummary).toContain(
      '(UserGroup)',
    )
  })

  it('can be taken out, and only who owns [spec/5 3/no owner]', async () => {
    const [group, user] = [await make.aGroup(), await make.aUser()]
    const params = { groupId: group.id, ownerId: user.id }
    const refusal = await client.refused('removeGroupOwner', { params })
    expect([refusal.status, refusal.body.errorSummary]).toEqual([404, `Not found: ${user.id} (LinkedObject)`])
    await client.call('addGroupOwner', own(group.id, user.id))
    expect((await client.call('removeGroupOwner', { params })).status).toBe(204)
    expect(await ownersOf(group.id)).toEqual([])
  })

  it('is nothing that a group can be of itself, and Everyone has none', async () => {
    const group = await make.aGroup()
    expect((await client.refused('addGroupOwner', own(group.id, group.id, 'GROUP'))).locations).toEqual(['id'])
    const everyone = (await client.call('listGroups', { query: { q: 'Everyone' } })).body[0]?.id ?? ''
    expect((await client.refused('addGroupOwner', own(everyone, group.id, 'GROUP'))).code).toBe('E0000006')
  })

  it('goes with the person, the owning group and the owned one, each with an event', async () => {
    const [group, user, owning] = [await make.aGroup(), await make.aUser(), await make.aGroup()]
    await client.call('addGroupOwner', own(group.id, user.id))
    await client.call('addGroupOwner', own(group.id, owning.id, 'GROUP'))
    for (let step = 0; step < 2; step++) await client.call('deleteUser', { params: { userId: user.id } })
    expect((await ownersOf(group.id)).map(({ id }) => id)).toEqual([owning.id])
    await client.call('deleteGroup', { params: { groupId: owning.id } })
    expect(await ownersOf(group.id)).toEqual([])
    const about = (await ownerEvents()).filter(({ target }) => target?.some(({ id }) => id === group.id))
    expect(about.map(({ eventType, target }) => [eventType.split('.').at(-1), target?.at(1)?.id])).toEqual([
      ['add', user.id],
      ['add', owning.id],
      ['remove', user.id],
      ['remove', owning.id],
    ])
  })
})
