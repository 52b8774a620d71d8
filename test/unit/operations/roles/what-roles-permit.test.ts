import { beforeAll, describe, expect, it } from 'vitest'
import { ROLE_TYPES, type RoleType } from '#contract/access/admin-roles.ts'
import { permissionsOf } from '#contract/interface/permissions.ts'
import { holds, ROLE_GRANTS } from '#contract/access/role-permissions.ts'
import { ROUTE_LIST, type OperationId } from '#contract/routes/index.ts'
import { anAdministrator, type TestAdministrator } from '../../../helpers/administrators.ts'
import { soundApp } from '../../../helpers/app-bodies.ts'
import { makeClient, type Client } from '../../../helpers/client.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

const as = ({ token }: TestAdministrator): Client => makeClient({ url: server.url, token })

/** It would end the token of this test. */
const ENDS_THE_TOKEN: OperationId = 'revokeCurrentApiToken'

describe.each(ROLE_TYPES)('%s', (type) => {
  it('permits exactly the operations of its row', async () => {
    const client = as(await anAdministrator(server, type))
    const answers: [OperationId, boolean][] = []
    const expected: [OperationId, boolean][] = []
    for (const { id, route } of ROUTE_LIST) {
      if (route.auth !== 'token' || id === ENDS_THE_TOKEN) continue
      const path = route.path.replaceAll(/\{\w+\}/g, 'x-of-nothing')
      const response = await client.fetch(path, { method: route.method })
      const body = (await response.text()) || '{}'
      answers.push([id, !(response.status === 403 && body.includes('E0000006'))])
      const needed = permissionsOf(route)
      expected.push([id, needed.every((permission) => ROLE_GRANTS[type].some((grant) => holds(grant, permission)))])
    }
    expect(answers).toEqual(expected)
  })
})

/** What an operation answers: that it went well, or the code of its refusal. */
async function answer(client: Client, method: string, path: string, body?: unknown): Promise<string> {
  const init = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
  const response = await client.fetch(path, { method, ...init })
  if (response.ok) return 'permitted'
  const { errorCode } = (await response.json()) as { errorCode: string }
  return errorCode
}

describe('somebody without a role', () => {
  it('gets no token, and whose role is taken can do nothing with theirs', async () => {
    const { id } = await server.make.aUser()
    expect((await server.client.refused('createApiToken', { body: { name: 'X', userId: id } })).code).toBe('E0000001')
    const one = await anAdministrator(server, 'READ_ONLY_ADMIN')
    expect(await answer(as(one), 'GET', '/api/v1/groups')).toBe('permitted')
    const [role] = (await server.client.call('listUserRoles', { params: { userId: one.userId } })).body
    await server.client.call('unassignUserRole', { params: { userId: one.userId, roleId: role?.id ?? '' } })
    expect(await answer(as(one), 'GET', '/api/v1/groups')).toBe('E0000006')
  })

  it('cannot use a token while suspended, and can afterwards', async () => {
    const one = await anAdministrator(server, 'READ_ONLY_ADMIN')
    const params = { userId: one.userId }
    await server.client.call('suspendUser', { params })
    expect(await answer(as(one), 'GET', '/api/v1/groups')).toBe('E0000011')
    await server.client.call('unsuspendUser', { params })
    expect(await answer(as(one), 'GET', '/api/v1/groups')).toBe('permitted')
    for (let times = 0; times < 2; times++) await server.client.call('deleteUser', { params })
    expect(await answer(as(one), 'GET', '/api/v1/groups')).toBe('E0000011')
  })

  it('has a role from the moment on in which they join a group that holds one', async () => {
    const { id: groupId } = await server.make.aGroup()
    await server.client.call('assignGroupRole', { params: { groupId }, body: { type: 'ORG_ADMIN' } })
    const one = await anAdministrator(server, 'REPORT_ADMIN')
    expect(await answer(as(one), 'GET', '/api/v1/zones')).toBe('E0000006')
    await server.client.call('addGroupMember', { params: { groupId, userId: one.userId } })
    expect(await answer(as(one), 'GET', '/api/v1/zones')).toBe('permitted')
    await server.client.call('removeGroupMember', { params: { groupId, userId: one.userId } })
    expect(await answer(as(one), 'GET', '/api/v1/zones')).toBe('E0000006')
  })
})

it('a token for somebody else is made by a super administrator alone', async () => {
  const other = await anAdministrator(server, 'READ_ONLY_ADMIN')
  const organization = as(await anAdministrator(server, 'ORG_ADMIN'))
  const refusal = await organization.refused('createApiToken', { body: { name: 'X', userId: other.userId } })
  expect(refusal.code).toBe('E0000006')
  expect((await organization.call('createApiToken', { body: { name: 'Own' } })).status).toBe(200)
  const above = as(await anAdministrator(server, 'SUPER_ADMIN'))
  expect((await above.call('createApiToken', { body: { name: 'X', userId: other.userId } })).status).toBe(200)
})

describe('a role that is limited', () => {
  async function twoGroups() {
    const [own, other] = [await server.make.aGroup(), await server.make.aGroup()]
    const inside = await server.make.aUser({ lastName: 'Within' }, [own.id])
    const outside = await server.make.aUser({ lastName: 'Beyond' }, [other.id])
    return { own, other, inside, outside }
  }

  it.each(['USER_ADMIN', 'HELP_DESK_ADMIN'] satisfies RoleType[])(
    '%s sees and touches its own people alone',
    async (type) => {
      const { own, other, inside, outside } = await twoGroups()
      const client = as(await anAdministrator(server, type, { groupIds: [own.id] }))
      const everyone = (await server.client.call('listGroups', { query: { q: 'Everyone' } })).body[0]?.id ?? ''
      expect((await client.call('listUsers')).body.map(({ id }) => id)).toEqual([inside.id])
      for (const query of [{ search: 'id pr' }, { filter: 'status eq "PROVISIONED"' }, { q: 'Some' }])
        expect((await client.call('listUsers', { query })).body.map(({ id }) => id)).toEqual([inside.id])
      expect((await client.call('listGroups')).body.map(({ id }) => id)).toEqual([own.id])
      expect((await client.call('listUserGroups', { params: { userId: inside.id } })).body.map(({ id }) => id)).toEqual(
        [own.id],
      )
      const { counts } = (await client.call('getWorkspace')).body
      expect([counts.users, counts.groups, counts.apps, counts.zones, counts.events]).toEqual([1, 1, 0, 0, 0])
      const found = (await client.call('searchObjects', { query: { q: 'some' } })).body
      expect(found.map(({ id }) => id)).toEqual([inside.id])
      const ask = (method: string, path: string, body?: unknown) => answer(client, method, `/api/v1/${path}`, body)
      expect(await ask('GET', `users/${inside.id}`)).toBe('permitted')
      expect(await ask('GET', `users/${outside.id}`)).toBe('E0000006')
      expect(await ask('GET', `users/${outside.profile['login'] as string}`)).toBe('E0000006')
      expect(await ask('GET', `groups/${other.id}/users`)).toBe('E0000006')
      expect(await ask('GET', `groups/${everyone}`)).toBe('E0000006')
      expect(await ask('POST', `users/${inside.id}/lifecycle/expire_password`)).not.toBe('E0000006')
      expect(await ask('POST', `users/${outside.id}/lifecycle/expire_password`)).toBe('E0000006')
      expect(await ask('POST', `users/${outside.id}/lifecycle/suspend`)).toBe('E0000006')
    },
  )

  it('a group administrator makes people in own groups, and moves none from elsewhere', async () => {
    const { own, other, inside, outside } = await twoGroups()
    const client = as(await anAdministrator(server, 'USER_ADMIN', { groupIds: [own.id] }))
    const person = (login: string, groupIds?: string[]) => ({
      profile: { login, email: login, firstName: 'New', lastName: 'Comer' },
      ...(groupIds && { groupIds }),
    })
    const make = (login: string, ids?: string[]) => answer(client, 'POST', '/api/v1/users', person(login, ids))
    expect(await make('in.own@example.test', [own.id])).toBe('permitted')
    expect(await make('in.none@example.test')).toBe('permitted')
    const { body: made } = await server.client.call('getUser', { params: { userId: 'in.none@example.test' } })
    const groupsOf = { params: { userId: made.id } }
    expect((await server.client.call('listUserGroups', groupsOf)).body.map(({ id }) => id)).toContain(own.id)
    expect(await make('in.other@example.test', [other.id])).toBe('E0000006')
    const ofTwo = as(await anAdministrator(server, 'USER_ADMIN', { groupIds: [own.id, other.id] }))
    expect(await answer(ofTwo, 'POST', '/api/v1/users', person('which.of.two@example.test'))).toBe('E0000006')
    expect(await make('in.both@example.test', [own.id, other.id])).toBe('E0000006')
    expect(await answer(client, 'PUT', `/api/v1/groups/${own.id}/users/${outside.id}`)).toBe('E0000006')
    expect(await answer(client, 'DELETE', `/api/v1/groups/${own.id}/users/${inside.id}`)).toBe('permitted')
    expect(await answer(client, 'DELETE', `/api/v1/groups/${own.id}`)).toBe('E0000006')
  })

  it('an application administrator reaches own applications alone', async () => {
    const bookmark = async (label: string) =>
      (await server.client.call('createApp', { body: soundApp('BOOKMARK', label) as never })).body.id
    const [own, other] = [await bookmark('Own'), await bookmark('Other')]
    const client = as(await anAdministrator(server, 'APP_ADMIN', { appIds: [own] }))
    expect((await client.call('listApps', { query: { limit: '200' } })).body.map(({ id }) => id)).toEqual([own])
    expect(await answer(client, 'POST', `/api/v1/apps/${own}/lifecycle/deactivate`)).toBe('permitted')
    expect(await answer(client, 'POST', `/api/v1/apps/${other}/lifecycle/deactivate`)).toBe('E0000006')
    expect(await answer(client, 'POST', '/api/v1/apps', soundApp('BOOKMARK', 'Third'))).toBe('E0000006')
  })
})

describe('a client', () => {
  const aClient = async (label: string, clientId?: string) => {
    const oauthClient = {
      token_endpoint_auth_method: 'client_secret_post',
      ...(clientId !== undefined && { client_id: clientId }),
    }
    const body = { ...soundApp('OPENID_CONNECT', label), credentials: { oauthClient } }
    return { appId: (await server.client.call('createApp', { body: body as never })).body.id, clientId }
  }

  it('is the application that it is: within the limits of an administrator or not, by whatever id it goes', async () => {
    const [own, named, other] = [
      await aClient('Own client'),
      await aClient('Named client', 'a-name-of-its-own'),
      await aClient('Other client', 'the-name-of-another'),
    ]
    const client = as(await anAdministrator(server, 'APP_ADMIN', { appIds: [own.appId, named.appId] }))
    const ask = (method: string, path: string, body?: unknown) =>
      answer(client, method, `/oauth2/v1/clients/${path}`, body)
    const listed = (await client.call('listOAuthClients')).body.map(({ client_id: id }) => id)
    expect(listed.toSorted()).toEqual([own.appId, 'a-name-of-its-own'].toSorted())
    for (const id of listed) {
      const { body } = await client.call('getOAuthClient', { params: { clientId: id } })
      expect(await ask('PUT', id, { ...body, client_name: `${body.client_name} again` })).toBe('permitted')
      expect(await ask('POST', `${id}/lifecycle/newSecret`)).toBe('permitted')
      expect(await ask('DELETE', id)).toBe('permitted')
    }
    for (const [method, path] of [
      ['GET', 'the-name-of-another'],
      ['GET', other.appId],
      ['POST', 'the-name-of-another/lifecycle/newSecret'],
      ['DELETE', 'the-name-of-another'],
      ['GET', 'of-nothing'],
    ] as const)
      expect(await ask(method, path), `${method} ${path}`).toBe('E0000006')
  })

  it('takes no id of an application that goes by another one, whose roles and secrets it would be given', async () => {
    const { appId } = await aClient('A client with a name', 'goes-by-its-name')
    await expect(aClient('A namesake', appId)).rejects.toThrow('E0000001')
  })

  it('that holds roles gives its secret to no administrator below them, asked as a client', async () => {
    const { appId } = await aClient('A mighty registered client')
    await server.client.call('assignClientRole', { params: { clientId: appId }, body: { type: 'SUPER_ADMIN' } })
    const client = as(await anAdministrator(server, 'APP_ADMIN', { appIds: [appId] }))
    expect(await answer(client, 'POST', `/oauth2/v1/clients/${appId}/lifecycle/newSecret`)).toBe('E0000006')
  })
})

describe('who is no super administrator', () => {
  it('does nothing to administrators, nor to what makes some', async () => {
    const desk = as(await anAdministrator(server, 'HELP_DESK_ADMIN'))
    const organization = as(await anAdministrator(server, 'ORG_ADMIN'))
    const above = await anAdministrator(server, 'SUPER_ADMIN')
    const peer = await anAdministrator(server, 'REPORT_ADMIN')
    const expire = (client: Client, userId: string) =>
      answer(client, 'POST', `/api/v1/users/${userId}/lifecycle/expire_password`)
    expect([await expire(desk, above.userId), await expire(desk, peer.userId)]).toEqual(['E0000006', 'E0000006'])
    expect([await expire(organization, above.userId), await expire(organization, peer.userId)]).toEqual([
      ...['E0000006', 'permitted'],
    ])
    const { id: groupId } = await server.make.aGroup()
    await server.client.call('assignGroupRole', { params: { groupId }, body: { type: 'SUPER_ADMIN' } })
    const { id: userId } = await server.make.aUser()
    expect(await answer(organization, 'PUT', `/api/v1/groups/${groupId}/users/${userId}`)).toBe('E0000006')
    expect(await answer(organization, 'DELETE', `/api/v1/groups/${groupId}`)).toBe('E0000006')
    const body = { type: 'SUPER_ADMIN' }
    expect(await answer(organization, 'POST', `/api/v1/users/${userId}/roles`, body)).toBe('E0000006')
    const login = 'joins.at.once@example.test'
    const profile = { login, email: login, firstName: 'At', lastName: 'Once' }
    expect(await answer(organization, 'POST', '/api/v1/users', { profile, groupIds: [groupId] })).toBe('E0000006')
  })

  it('gets no key of a client that holds roles', async () => {
    const { id: clientId } = (
      await server.client.call('createApp', { body: soundApp('OPENID_CONNECT', 'A mighty client') as never })
    ).body
    const apps = as(await anAdministrator(server, 'APP_ADMIN'))
    const secrets = `/api/v1/apps/${clientId}/credentials/secrets`
    expect(await answer(apps, 'POST', secrets, {})).toBe('permitted')
    await server.client.call('assignClientRole', { params: { clientId }, body: { type: 'SUPER_ADMIN' } })
    expect(await answer(apps, 'POST', secrets, {})).toBe('E0000006')
    expect(await answer(apps, 'GET', secrets)).toBe('E0000006')
  })
})

it('what is refused for lack of rights is an event, which names who asked and what they lack, once a minute', async () => {
  const fresh = await startServer()
  const one = await anAdministrator(fresh, 'HELP_DESK_ADMIN')
  const client = makeClient({ url: fresh.url, token: one.token })
  for (let times = 0; times < 3; times++) await answer(client, 'DELETE', '/api/v1/policies/x')
  const query = { filter: `eventType eq "gatehouse.access.refuse" and actor.id eq "${one.userId}"` }
  await expect
    .poll(async () => (await fresh.client.call('listLogEvents', { query })).body.length, { timeout: 10_000 })
    .toBe(1)
  const [event] = (await fresh.client.call('listLogEvents', { query })).body
  expect(event?.outcome).toEqual({ result: 'DENY', reason: 'Delete a policy and its rules: needs svc.policies.manage' })
  expect(event?.debugContext?.debugData).toMatchObject({ operation: 'deletePolicy', permission: 'svc.policies.manage' })
})
