import { beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_ROLES, ROLE_TYPES } from '#contract/access/admin-roles.ts'
import { anAdministrator } from '../../../helpers/administrators.ts'
import { soundApp } from '../../../helpers/app-bodies.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let call: TestServer['client']['call']
let refused: TestServer['client']['refused']
beforeAll(async () => {
  server = await startServer()
  ;({ call, refused } = server.client)
})

const eventsAbout = async (id: string) =>
  (await call('listLogEvents', { query: { filter: `target.id eq "${id}"`, sortOrder: 'DESCENDING' } })).body

describe('a role', () => {
  it('is answered in the form of the public interface [spec/5 10/shape] [spec/5 10/assign]', async () => {
    const { id: userId } = await server.make.aUser()
    const query = { disableNotifications: 'false' } as const
    const { status, body } = await call('assignUserRole', { params: { userId }, query, body: { type: 'ORG_ADMIN' } })
    expect(status).toBe(201)
    expect(Object.keys(body)).toEqual([
      ...['id', 'label', 'type', 'status', 'created', 'lastUpdated', 'assignmentType', '_links'],
    ])
    expect(body).toMatchObject({ label: 'Organization Administrator', type: 'ORG_ADMIN', status: 'ACTIVE' })
    expect(body._links).toEqual({ assignee: { href: `${server.url}/api/v1/users/${userId}` } })
    const params = { userId, roleId: body.id }
    expect((await call('unassignUserRole', { params })).status).toBe(204)
    const gone = await refused('getUserRole', { params })
    expect([gone.status, gone.body.errorSummary]).toEqual([404, `Not found: ${body.id} (RoleAssignment)`])
  })

  it('of a person who is gone is not found as a role [spec/5 10/assign]', async () => {
    const { status, body } = await refused('unassignUserRole', { params: { userId: '00uGONE', roleId: 'ra1GONE' } })
    expect([status, body.errorSummary]).toEqual([404, 'Not found: ra1GONE (RoleAssignment)'])
  })

  it.each(ROLE_TYPES)('%s has its label and an id of its kind [spec/5 10/id] [spec/5 10/labels]', async (type) => {
    const { id: userId } = await server.make.aUser()
    const { id: groupId } = await server.make.aGroup()
    const ofUser = (await call('assignUserRole', { params: { userId }, body: { type } })).body
    const ofGroup = (await call('assignGroupRole', { params: { groupId }, body: { type } })).body
    const { label, sharedId } = ADMIN_ROLES[type]
    expect([ofUser.label, ofGroup.label]).toEqual([label, label])
    if (sharedId) expect([ofUser.id, ofGroup.id]).toEqual([sharedId, sharedId])
    else expect([ofUser.id.slice(0, 3), ofGroup.id.slice(0, 3)]).toEqual(['ra1', 'gra'])
    expect((await call('getGroupRole', { params: { groupId, roleId: ofGroup.id } })).body).toEqual(ofGroup)
  })

  it('can be held once, and by nobody who is deactivated', async () => {
    const { id: userId } = await server.make.aUser()
    const give = { params: { userId }, body: { type: 'REPORT_ADMIN' } } as const
    await call('assignUserRole', give)
    expect((await refused('assignUserRole', give)).code).toBe('E0000090')
    const gone = await server.make.aUser()
    await call('deactivateUser', { params: { userId: gone.id } })
    expect((await refused('assignUserRole', { ...give, params: { userId: gone.id } })).code).toBe('E0000001')
  })

  it('of a group is told of its members, without a Link header [spec/5 10/list] [spec/5 10/get]', async () => {
    const { id: groupId } = await server.make.aGroup()
    const { id: userId } = await server.make.aUser({}, [groupId])
    const { headers, body } = await call('listUserRoles', { params: { userId } })
    expect([headers.get('Link'), body]).toEqual([null, []])
    const role = (await call('assignGroupRole', { params: { groupId }, body: { type: 'HELP_DESK_ADMIN' } })).body
    await call('assignUserRole', { params: { userId }, body: { type: 'HELP_DESK_ADMIN' } })
    const told = (await call('listUserRoles', { params: { userId } })).body
    expect(told.map(({ assignmentType }) => assignmentType).sort()).toEqual(['GROUP', 'USER'])
    expect((await call('getGroupRole', { params: { groupId, roleId: role.id } })).status).toBe(200)
  })

  it('goes with whom it was given to, and with it its limits', async () => {
    const [{ id: userId }, { id: targetGroupId }] = [await server.make.aUser(), await server.make.aGroup()]
    const roleId = (await call('assignUserRole', { params: { userId }, body: { type: 'USER_ADMIN' } })).body.id
    await call('addUserRoleGroup', { params: { userId, roleId, targetGroupId } })
    const held = async () => (await call('listAdministrators')).body.some(({ id }) => id === userId)
    expect(await held()).toBe(true)
    for (let times = 0; times < 2; times++) await call('deleteUser', { params: { userId } })
    expect(await held()).toBe(false)
  })

  it('is given and taken with an event that names it', async () => {
    const { id: userId } = await server.make.aUser()
    const { id: roleId } = (await call('assignUserRole', { params: { userId }, body: { type: 'MOBILE_ADMIN' } })).body
    await call('unassignUserRole', { params: { userId, roleId } })
    expect((await eventsAbout(roleId)).map(({ eventType }) => eventType)).toEqual([
      'user.account.privilege.revoke',
      'user.account.privilege.grant',
    ])
  })
})

describe('the limits of a role', () => {
  it('are groups, names and applications [spec/5 10/targets]', async () => {
    const [{ id: userId }, group] = [await server.make.aUser(), await server.make.aGroup()]
    const other = await server.make.aGroup()
    const app = (await call('createApp', { body: soundApp('BOOKMARK', 'Limited to') as never })).body
    const people = (await call('assignUserRole', { params: { userId }, body: { type: 'USER_ADMIN' } })).body.id
    const apps = (await call('assignUserRole', { params: { userId }, body: { type: 'APP_ADMIN' } })).body.id
    for (const { id } of [group, other]) {
      const params = { userId, roleId: people, targetGroupId: id }
      expect((await call('addUserRoleGroup', { params })).status).toBe(204)
    }
    const groups = await call('listUserRoleGroups', { params: { userId, roleId: people } })
    expect(groups.body.map(({ id }) => id)).toEqual([group.id, other.id].sort())
    expect(groups.headers.get('Link')).toContain('limit=20>; rel="self"')
    const ofApps = { userId, roleId: apps, appName: 'bookmark' }
    await call('addUserRoleApp', { params: { ...ofApps, appId: app.id } })
    await call('addUserRoleAppName', { params: { ...ofApps, appName: 'template_swa' } })
    const query = { status: 'ACTIVE', limit: 200 } as const
    const listed = (await call('listUserRoleApps', { params: { userId, roleId: apps }, query })).body
    expect(listed).toEqual([
      {
        ...{ id: app.id, name: 'Limited to', status: 'ACTIVE' },
        _links: { self: { href: `${server.url}/api/v1/apps/${app.id}` } },
      },
      expect.objectContaining({ name: 'template_swa', displayName: 'template_swa', status: 'ACTIVE' }),
    ])
    const last = { params: { ...ofApps, appName: 'template_swa' } }
    expect((await call('removeUserRoleApp', { params: { ...ofApps, appId: app.id } })).status).toBe(204)
    expect((await refused('removeUserRoleAppName', last)).body.errorCauses[0]?.errorSummary).toContain('last target')
  })

  it('come with the role, all or none, where they are sent with it', async () => {
    const [{ id: userId }, group, other] = [
      await server.make.aUser(),
      await server.make.aGroup(),
      await server.make.aGroup(),
    ]
    const body = (...ids: string[]) => ({
      ...{ kind: 'USER' as const, id: userId, type: 'HELP_DESK_ADMIN' as const },
      limits: ids.map((id) => ({ kind: 'group' as const, id })),
    })
    expect((await refused('assignLimitedRole', { body: body(group.id, '00gUNKNOWN') })).code).toBe('E0000007')
    expect((await call('listUserRoles', { params: { userId } })).body).toEqual([])
    const given = await call('assignLimitedRole', { body: body(group.id, other.id) })
    expect([given.status, given.body.type]).toEqual([201, 'HELP_DESK_ADMIN'])
    const listed = await call('listUserRoleGroups', { params: { userId, roleId: given.body.id } })
    expect(listed.body.map(({ id }) => id)).toEqual([group.id, other.id].sort())
    const app = { ...body(), type: 'USER_ADMIN', limits: [{ kind: 'app', id: '0oaX' }] }
    expect((await refused('assignLimitedRole', { body: app })).code).toBe('E0000007')
  })

  it('suit the role, and are not everybody', async () => {
    const { id: userId } = await server.make.aUser()
    const { id: targetGroupId } = await server.make.aGroup()
    const everyone = (await call('listGroups', { query: { q: 'Everyone' } })).body[0]?.id ?? ''
    const apps = (await call('assignUserRole', { params: { userId }, body: { type: 'APP_ADMIN' } })).body.id
    const people = (await call('assignUserRole', { params: { userId }, body: { type: 'USER_ADMIN' } })).body.id
    expect((await refused('addUserRoleGroup', { params: { userId, roleId: apps, targetGroupId } })).code).toBe(
      'E0000001',
    )
    const all = { userId, roleId: people, targetGroupId: everyone }
    expect((await refused('addUserRoleGroup', { params: all })).code).toBe('E0000001')
  })
})

it('roles of clients are those of people, by client id [spec/5 10/clients]', async () => {
  const { id: clientId } = (await call('createApp', { body: soundApp('OPENID_CONNECT', 'A service') as never })).body
  const given = await call('assignClientRole', { params: { clientId }, body: { type: 'READ_ONLY_ADMIN' } })
  expect([given.status, given.body.assignmentType]).toEqual([201, 'CLIENT'])
  const params = { clientId, roleId: given.body.id }
  expect((await call('getClientRole', { params })).status).toBe(200)
  expect((await call('unassignClientRole', { params })).status).toBe(204)
})

it('the owner of the workspace stays a super administrator, whoever loses a role [spec/5 10/last-super]', async () => {
  const { userId } = await anAdministrator(server, 'SUPER_ADMIN')
  const [role] = (await call('listUserRoles', { params: { userId } })).body
  await call('unassignUserRole', { params: { userId, roleId: role?.id ?? '' } })
  expect((await call('getCallerRights')).body).toMatchObject({ isOwner: true, roles: ['SUPER_ADMIN'] })
  expect((await call('createGroup', { body: { profile: { name: 'Still made' } } })).status).toBe(200)
})

describe('a group that gives roles', () => {
  const rule = (groupId: string) => ({
    ...{ type: 'group_rule' as const, name: `Fills ${groupId}` },
    actions: { assignUserToGroups: { groupIds: [groupId] } },
    conditions: { expression: { type: 'urn:svc:expression:1.0' as const, value: 'user.title == "x"' } },
  })

  it('is not one that everybody is in, or that a rule fills', async () => {
    const everyone = (await call('listGroups', { query: { q: 'Everyone' } })).body[0]?.id ?? ''
    const body = { type: 'REPORT_ADMIN' }
    expect((await refused('assignGroupRole', { params: { groupId: everyone }, body })).code).toBe('E0000001')
    const { id: groupId } = await server.make.aGroup()
    const { id } = (await call('createGroupRule', { body: rule(groupId) })).body
    await call('activateGroupRule', { params: { groupRuleId: id } })
    expect((await refused('assignGroupRole', { params: { groupId }, body })).code).toBe('E0000001')
  })

  it('is filled by no rule afterwards', async () => {
    const { id: groupId } = await server.make.aGroup()
    const { id } = (await call('createGroupRule', { body: rule(groupId) })).body
    await call('assignGroupRole', { params: { groupId }, body: { type: 'REPORT_ADMIN' } })
    expect((await refused('activateGroupRule', { params: { groupRuleId: id } })).code).toBe('E0000001')
    expect((await refused('createGroupRule', { body: { ...rule(groupId), name: 'Another' } })).code).toBe('E0000001')
  })
})
