import { beforeAll, describe, expect, it } from 'vitest'
import type { App } from '#contract/apps/app.ts'
import { soundApp } from '../../helpers/app-bodies.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

const create = async (label = 'Object'): Promise<App> =>
  (await server.client.call('createApp', { body: soundApp('BOOKMARK', label) })).body
const read = async ({ id }: App) => (await server.client.call('getApp', { params: { appId: id } })).body

describe('what a person has of an application', () => {
  const expandOf = (userId: string) => ({ query: { expand: `user/${userId}` } })

  it('is embedded beside it, also what a group gives [spec/4 2.3/list]', async () => {
    const [direct, grouped, none] = [await create(), await create(), await create()]
    const [user, group] = [await server.make.aUser(), await server.make.aGroup()]
    await server.client.call('addGroupMember', { params: { groupId: group.id, userId: user.id } })
    await server.client.call('assignAppUser', { params: { appId: direct.id }, body: { id: user.id } })
    await server.client.call('assignAppGroup', { params: { appId: grouped.id, groupId: group.id } })
    const query = { q: 'Object', limit: '-1', ...expandOf(user.id).query }
    const listed = (await server.client.call('listApps', { query })).body
    for (const { id: appId } of [direct, grouped]) {
      const assignment = (await server.client.call('getAppUser', { params: { appId, userId: user.id } })).body
      expect(listed.find(({ id }) => id === appId)?._embedded).toEqual({ user: assignment })
      const one = (await server.client.call('getApp', { params: { appId }, ...expandOf(user.id) })).body
      expect(one).toEqual({ ...(await read(one)), _embedded: { user: assignment } })
    }
    expect(listed.filter(({ _embedded }) => _embedded)).toHaveLength(2)
    expect((await server.client.call('getApp', { params: { appId: none.id }, ...expandOf(user.id) })).body).toEqual(
      await read(none),
    )
    const again = (await server.client.call('getApp', { params: { appId: direct.id }, ...expandOf(user.id) })).body
    const back = await server.client.call('replaceApp', { params: { appId: direct.id }, body: again })
    expect(back.body).not.toHaveProperty('_embedded')
  })

  it('is nothing through groups of one who is deactivated, and is asked of people that there are', async () => {
    const app = await create()
    const [user, group] = [await server.make.aUser(), await server.make.aGroup()]
    await server.client.call('addGroupMember', { params: { groupId: group.id, userId: user.id } })
    const params = { appId: app.id, groupId: group.id }
    await server.client.call('assignAppGroup', { params })
    await server.client.call('deactivateUser', { params: { userId: user.id } })
    expect((await server.client.call('getApp', { params, ...expandOf(user.id) })).body).toEqual(await read(app))
    const unknown = await server.client.refused('listApps', expandOf('00uNobody'))
    expect([unknown.status, unknown.code]).toEqual([404, 'E0000007'])
  })

  it.each(['user/id,group/id', 'user', 'user/', 'group/x', 'user/a/b', ''])(
    'cannot be asked for by %j [spec/5 8.5/expand malformed]',
    async (expand) => {
      for (const [id, input] of [['listApps', {}] as const, ['getApp', { params: { appId: '0oaNothing' } }] as const]) {
        const refusal = await server.client.refused(id, { ...input, query: { expand } })
        expect([refusal.status, refusal.code]).toEqual([400, 'E0000001'])
        expect(refusal.body.errorSummary).toContain('RequestParams')
      }
    },
  )

  it('does not depend on what clients send besides [spec/5 8.5/accepted]', async () => {
    const app = await create('Besides')
    const on = 'true' as const
    const query = { q: 'Besides', useOptimization: on, alwaysIncludeVpnSettings: on, includeNonDeleted: on }
    expect((await server.client.call('listApps', { query })).body).toEqual([app])
  })
})
