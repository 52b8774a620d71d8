import { beforeAll, describe, expect, it } from 'vitest'
import { CAN_ACT } from '#contract/directory/user-status.ts'
import { firstSuperAdministrator } from '#operations/roles/super-administrators.sql.ts'
import { anAdministrator } from '../../../helpers/administrators.ts'
import { withDatabase } from '../../../helpers/files.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

const LAST = 'is the last super administrator who can sign in: give that role to another person first.'

let server: TestServer
let owner: string
beforeAll(async () => {
  server = await startServer()
  owner = (await server.client.call('getUser', { params: { userId: 'me' } })).body.id
})

const roleOf = async (userId: string) => {
  const roles = (await server.client.call('listUserRoles', { params: { userId } })).body
  return roles.find(({ type }) => type === 'SUPER_ADMIN')?.id ?? ''
}

it('an administrator does not shut out themselves, even where another is there', async () => {
  const { userId, token } = await anAdministrator(server, 'SUPER_ADMIN')
  const headers = { Authorization: `SSWS ${token}` }
  for (const id of ['suspendUser', 'deactivateUser', 'deleteUser'] as const) {
    const { code, body } = await server.client.refused(id, { params: { userId }, headers })
    expect([code, body.errorCauses[0]?.errorSummary]).toEqual(['E0000006', expect.stringContaining('who asks for it')])
  }
  expect((await server.client.call('deleteUser', { params: { userId } })).status).toBe(204)
})

describe('the last super administrator [spec/6 5/owner]', () => {
  const params = () => ({ userId: owner })

  it.each(['deactivateUser', 'suspendUser', 'deleteUser'] as const)('is not lost by %s', async (id) => {
    const { code, body } = await server.client.refused(id, { params: params() })
    expect([code, body.errorCauses]).toEqual(['E0000006', [{ errorSummary: `owner@example.com ${LAST}` }]])
    expect((await server.client.call('getUser', { params: params() })).body.status).toBe('ACTIVE')
  })

  it('keeps the role', async () => {
    const { code } = await server.client.refused('unassignUserRole', {
      params: { ...params(), roleId: await roleOf(owner) },
    })
    expect(code).toBe('E0000006')
  })

  it('is refused in the log, too', async () => {
    const filter = `eventType eq "user.lifecycle.deactivate" and outcome.result eq "FAILURE" and target.id eq "${owner}"`
    const [event] = (await server.client.call('listLogEvents', { query: { filter } })).body
    expect(event?.target?.[0]?.id).toBe(owner)
  })

  it('may be one of a group, which then keeps its role, its place and that member', async () => {
    const { call, refused } = server.client
    const { userId, token } = await anAdministrator(server, 'REPORT_ADMIN')
    const headers = { Authorization: `SSWS ${token}` }
    const { id: groupId } = await server.make.aGroup()
    await call('addGroupMember', { params: { groupId, userId } })
    const other = (await anAdministrator(server, 'REPORT_ADMIN')).userId
    await call('addGroupMember', { params: { groupId, userId: other } })
    const given = (await call('assignGroupRole', { params: { groupId }, body: { type: 'SUPER_ADMIN' } })).body
    await call('unassignUserRole', { params: { userId: owner, roleId: await roleOf(owner) } })
    const remains = (...leaving: string[]) =>
      withDatabase(server.dataFile, (file) => {
        const memberships = leaving.map((id) => ({ groupId, userId: id }))
        return firstSuperAdministrator(file, CAN_ACT, { memberships })
      })
    expect((await remains(userId))?.id).toBe(other)
    expect((await remains(other, owner))?.id).toBe(userId)
    expect(await remains(userId, other)).toBeUndefined()
    await call('removeGroupMember', { params: { groupId, userId: other }, headers })
    const lost = [
      await refused('unassignGroupRole', { params: { groupId, roleId: given.id }, headers }),
      await refused('deleteGroup', { params: { groupId }, headers }),
      await refused('removeGroupMember', { params: { groupId, userId }, headers }),
      await refused('suspendUser', { params: { userId }, headers }),
    ]
    expect(lost.map(({ code }) => code)).toEqual(Array.from(lost, () => 'E0000006'))
    await call('assignUserRole', { params: { userId: owner }, body: { type: 'SUPER_ADMIN' }, headers })
    expect((await call('deleteGroup', { params: { groupId } })).status).toBe(204)
  })
})
