import { ADMIN_ROLES, type RoleType } from '#contract/access/admin-roles.ts'
import type { TestServer } from './server.ts'

interface Limits {
  groupIds?: readonly string[]
  appIds?: readonly string[]
}

/** Somebody who holds a role and has a token. */
export interface TestAdministrator {
  userId: string
  token: string
}

let count = 0

/** A person with a role, limited to groups or to applications, and a token of theirs. */
export async function anAdministrator(
  { client }: Pick<TestServer, 'client'>,
  type: RoleType,
  { groupIds = [], appIds = [] }: Limits = {},
): Promise<TestAdministrator> {
  const login = `administers${(count += 1)}@example.test`
  const profile = { login, email: login, firstName: ADMIN_ROLES[type].label, lastName: String(count) }
  const body = { profile, credentials: { password: { value: 'Correct-Horse-7' } } }
  const userId = (await client.call('createUser', { body })).body.id
  const roleId = (await client.call('assignUserRole', { params: { userId }, body: { type } })).body.id
  for (const targetGroupId of groupIds)
    await client.call('addUserRoleGroup', { params: { userId, roleId, targetGroupId } })
  for (const appId of appIds) {
    const { name: appName = '' } = (await client.call('getApp', { params: { appId } })).body
    await client.call('addUserRoleApp', { params: { userId, roleId, appName, appId } })
  }
  const name = `${ADMIN_ROLES[type].label} ${count}`
  const { token } = (await client.call('createApiToken', { body: { name, userId } })).body
  return { userId, token }
}
