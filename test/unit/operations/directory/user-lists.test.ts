import { beforeAll, describe, expect, it } from 'vitest'
import { linksOf } from '../../../helpers/client.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let params: { userId: string }
beforeAll(async () => {
  server = await startServer()
  params = { userId: (await server.make.aUser()).id }
})

describe('what hangs on a person', () => {
  it.each(['listUserAppLinks', 'listUserClients', 'listUserIdentityProviders'] as const)(
    '%s is empty at first, without a Link [spec/5 2/sub-lists]',
    async (id) => {
      const { body, headers } = await server.client.call(id, { params })
      expect([body, headers.get('Link')]).toEqual([[], null])
    },
  )

  it('grants have a Link with their default limit [spec/5 2/sub-lists] [spec/5 2/sessions]', async () => {
    const { body, headers } = await server.client.call('listUserGrants', { params })
    expect(body).toEqual([])
    expect(linksOf(headers)).toEqual({ self: `${server.url}/api/v1/users/${params.userId}/grants?limit=20` })
    expect((await server.client.call('revokeUserGrants', { params })).status).toBe(204)
  })

  it('sessions end, which is recorded [spec/5 2/sessions]', async () => {
    const query = { oauthTokens: 'true' } as const
    expect((await server.client.call('clearUserSessions', { params, query })).status).toBe(204)
    const filter = `eventType eq "user.session.clear" and target.id eq "${params.userId}"`
    expect((await server.client.call('listLogEvents', { query: { filter } })).body).toHaveLength(1)
  })

  it.each(['listUserAppLinks', 'listUserGrants', 'clearUserSessions'] as const)('%s asks for a person', async (id) => {
    expect((await server.client.refused(id, { params: { userId: '00uNobody' } })).status).toBe(404)
  })
})

it('their applications come once each, by label: directly before through groups, active ones alone', async () => {
  const { client, make } = server
  const [direct, both, through, off] = [
    await make.anApp('B'),
    await make.anApp('A'),
    await make.anApp('C'),
    await make.anApp('D'),
  ]
  const group = await make.aGroup()
  const everyone = (await client.call('listGroups', { query: { q: 'Everyone' } })).body[0]?.id as string
  const person = await make.aUser({}, [group.id])
  const toGroup = (appId: string, groupId: string) =>
    client.call('assignAppGroup', { params: { appId, groupId }, body: {} })
  for (const app of [direct, both])
    await client.call('assignAppUser', { params: { appId: app.id }, body: { id: person.id } })
  await toGroup(both.id, group.id)
  await toGroup(through.id, everyone)
  await toGroup(off.id, group.id)
  await client.call('deactivateApp', { params: { appId: off.id } })
  const { body } = await client.call('listUserAppLinks', { params: { userId: person.id } })
  expect(
    body.map(({ label, appInstanceId, appAssignmentId, sortOrder }) => [
      label,
      appInstanceId,
      appAssignmentId,
      sortOrder,
    ]),
  ).toEqual([
    ['A', both.id, person.id, 0],
    ['B', direct.id, person.id, 1],
    ['C', through.id, everyone, 2],
  ])
  expect(body[0]?.linkUrl).toBe((both._links['appLinks'] as { href: string }[])[0]?.href)
})
