import { beforeAll, describe, expect, it } from 'vitest'
import type { RoleHolders } from '#contract/access/admin-roles.ts'
import { anAdministrator } from '../../../helpers/administrators.ts'
import { makeClient } from '../../../helpers/client.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let call: TestServer['client']['call']
beforeAll(async () => {
  server = await startServer()
  ;({ call } = server.client)
})

const idsIn = ({ value }: RoleHolders) => value.map(({ id }) => id)

describe('the people who hold roles', () => {
  it('are told once each, those who have one by a group among them [spec/6 operations/assignees]', async () => {
    const me = (await call('getCallerRights')).body.id
    const { userId: direct } = await anAdministrator(server, 'REPORT_ADMIN')
    const { id: groupId } = await server.make.aGroup()
    const [{ id: member }, { id: other }] = [await server.make.aUser({}, [groupId]), await server.make.aUser()]
    await call('addGroupMember', { params: { groupId, userId: direct } })
    await call('assignGroupRole', { params: { groupId }, body: { type: 'HELP_DESK_ADMIN' } })

    const { body, headers } = await call('listRoleHolders')
    expect(idsIn(body)).toEqual([me, direct, member].sort())
    expect(idsIn(body)).not.toContain(other)
    expect([headers.get('Link'), body._links]).toEqual([null, {}])
    const { id: organizationId } = (await call('getOrganization')).body
    expect(body.value.find(({ id }) => id === member)).toEqual({
      id: member,
      orn: `orn:svc:directory:${organizationId}:users:${member}`,
      _links: {
        self: { href: `${server.url}/api/v1/users/${member}` },
        roles: { href: `${server.url}/api/v1/users/${member}/roles` },
      },
    })
  })

  it('come in pages, each of which links to the next', async () => {
    await anAdministrator(server, 'READ_ONLY_ADMIN')
    const all = idsIn((await call('listRoleHolders')).body)
    const seen: string[] = []
    let path: string | null = '/api/v1/iam/assignees/users?limit=1'
    while (path !== null) {
      const page = (await (await server.client.fetch(path)).json()) as RoleHolders
      seen.push(...idsIn(page))
      const { next } = page._links as { next?: { href: string } }
      path = next === undefined ? null : next.href.slice(server.url.length)
    }
    expect(seen).toEqual(all)
  })

  it('are shown to those who may read roles', async () => {
    const { userId, token } = await anAdministrator(server, 'ORG_ADMIN')
    expect(idsIn((await makeClient({ url: server.url, token }).call('listRoleHolders')).body)).toContain(userId)
    const { token: other } = await anAdministrator(server, 'HELP_DESK_ADMIN')
    expect((await server.client.refused('listRoleHolders', { token: other })).code).toBe('E0000006')
  })

  it.each(['after=x', 'limit=0', 'limit=201'])('are not read by %s', async (query) => {
    expect((await server.client.fetch(`/api/v1/iam/assignees/users?${query}`)).status).toBe(400)
  })
})
