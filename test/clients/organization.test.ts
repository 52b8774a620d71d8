import { createServer } from 'node:http'
import okta, { type Client } from '@okta/okta-sdk-nodejs'
import { beforeAll, describe, expect, it } from 'vitest'
import { allowLocalHooks, listen } from '../helpers/endpoint.ts'
import { all, idOf, sent, startSdk, type Sdk } from './sdk.ts'

let client: Client
let server: Sdk['server']
beforeAll(async () => {
  ;({ client, server } = await startSdk())
})

const aPerson = (login: string) => {
  const profile = { firstName: 'Some', lastName: 'Body', email: login, login }
  return client.userApi.createUser({ body: { profile } })
}

describe('through the client library, event hooks', () => {
  it('are made, verified, sent back as they were read, switched off and deleted', async () => {
    const { eventHookApi } = client
    await allowLocalHooks(server.client)
    const endpoint = createServer(({ headers }, response) =>
      response.end(JSON.stringify({ verification: headers['x-okta-verification-challenge'] })),
    )
    const uri = `http://127.0.0.1:${await listen(endpoint)}/hook`
    const events = { type: 'EVENT_TYPE', items: ['user.lifecycle.create'] }
    const channel = { type: 'HTTP', version: '1.0.0', config: { uri } }
    const made = await eventHookApi.createEventHook({ eventHook: sent({ name: 'People', events, channel }) })
    expect([made, made.verificationStatus]).toEqual([expect.any(okta.EventHook), 'UNVERIFIED'])
    const eventHookId = idOf(made)
    await eventHookApi.replaceEventHook({ eventHookId, eventHook: await eventHookApi.getEventHook({ eventHookId }) })
    expect((await eventHookApi.verifyEventHook({ eventHookId })).verificationStatus).toBe('VERIFIED')
    expect((await eventHookApi.deactivateEventHook({ eventHookId })).status).toBe('INACTIVE')
    expect((await all(eventHookApi.listEventHooks())).map(idOf)).toEqual([eventHookId])
    await eventHookApi.deleteEventHook({ eventHookId })
  })
})

describe('through the client library, the system log', () => {
  it('is read by pages, filtered and searched', async () => {
    const { systemLogApi } = client
    const userId = idOf(await aPerson('logged@example.test'))
    const until = new Date(Date.now() + 60_000).toISOString()
    const events = await all(systemLogApi.listLogEvents({ until, limit: 2, sortOrder: 'ASCENDING' }))
    expect(events.length).toBeGreaterThan(2)
    for (const event of events) expect(event).toBeInstanceOf(okta.LogEvent)
    const filter = `eventType eq "user.lifecycle.create" and target.id eq "${userId}"`
    const [created, ...others] = await all(systemLogApi.listLogEvents({ until, filter }))
    expect([created?.actor?.alternateId, others]).toEqual(['owner@example.com', []])
    const found = await all(systemLogApi.listLogEvents({ until, q: 'logged@example.test' }))
    expect(found.map(({ uuid }) => uuid)).toContain(created?.uuid)
  })
})

describe('through the client library, the organization', () => {
  it('has settings, contacts and preferences', async () => {
    const { orgSettingApi } = client
    const settings = await orgSettingApi.getOrgSettings()
    expect(settings).toBeInstanceOf(okta.OrgSetting)
    const OrgSetting = sent<okta.OrgSetting>({ ...settings, city: 'Lisbon' })
    expect((await orgSettingApi.replaceOrgSettings({ OrgSetting })).city).toBe('Lisbon')
    const userId = idOf(await aPerson('billing@example.test'))
    expect((await all(orgSettingApi.getOrgContactTypes())).map(({ contactType }) => contactType)).toHaveLength(2)
    await orgSettingApi.replaceOrgContactUser({ contactType: 'BILLING', orgContactUser: { userId } })
    expect(await orgSettingApi.getOrgContactUser({ contactType: 'BILLING' })).toMatchObject({ userId })
    expect((await orgSettingApi.updateOrgHideOktaUIFooter()).showEndUserFooter).toBe(false)
    expect((await orgSettingApi.updateOrgShowOktaUIFooter()).showEndUserFooter).toBe(true)
  })

  it('lets those who support it in, for a time', async () => {
    const { orgSettingApi } = client
    await orgSettingApi.grantOktaSupport()
    const { support, expiration } = await orgSettingApi.getOrgOktaSupportSettings()
    expect([support, expiration]).toEqual(['ENABLED', expect.any(Date)])
    await orgSettingApi.revokeOktaSupport()
    expect((await orgSettingApi.getOrgOktaSupportSettings()).support).toBe('DISABLED')
    expect(await orgSettingApi.getOktaCommunicationSettings()).toBeInstanceOf(okta.OrgOktaCommunicationSetting)
    expect(await orgSettingApi.getWellknownOrgMetadata()).toMatchObject({ pipeline: 'idx' })
  })

  it('has API tokens, of which the client has one', async () => {
    const { apiTokenApi } = client
    const [token] = await all(apiTokenApi.listApiTokens())
    expect(token).toBeInstanceOf(okta.ApiToken)
    const apiTokenId = token?.id ?? ''
    const apiTokenUpdate = sent<okta.ApiTokenUpdate>({ name: 'Scripts', network: { connection: 'ANYWHERE' } })
    expect((await apiTokenApi.upsertApiToken({ apiTokenId, apiTokenUpdate })).name).toBe('Scripts')
  })

  it('lets a token go, which then opens nothing', async () => {
    const { client: other } = await startSdk()
    await other.apiTokenApi.revokeCurrentApiToken()
    await expect(other.userApi.getUser({ userId: 'me' })).rejects.toMatchObject({ status: 401, errorCode: 'E0000011' })
  })
})

describe('through the client library, roles', () => {
  it('are given to people, limited to groups, and taken', async () => {
    const { roleAssignmentApi, roleTargetApi, groupApi } = client
    const userId = idOf(await aPerson('admin@example.test'))
    const groupId = idOf(await groupApi.createGroup({ group: sent({ profile: { name: 'Limits' } }) }))
    const assignRoleRequest = sent<okta.AssignRoleToUserRequest>({ type: 'GROUP_MEMBERSHIP_ADMIN' })
    const role = await roleAssignmentApi.assignRoleToUser({ userId, assignRoleRequest })
    expect(role).toBeInstanceOf(okta.StandardRole)
    const roleId = idOf(role)
    await roleTargetApi.assignGroupTargetToUserRole({ userId, roleId, groupId })
    expect((await all(roleTargetApi.listGroupTargetsForRole({ userId, roleId }))).map(idOf)).toEqual([groupId])
    expect((await roleAssignmentApi.listUsersWithRoleAssignments()).value?.map(idOf)).toContain(userId)
    await roleAssignmentApi.unassignRoleFromUser({ userId, roleId })
    expect(await all(roleAssignmentApi.listAssignedRolesForUser({ userId }))).toEqual([])
  })

  it('are given to groups', async () => {
    const { roleAssignmentApi, groupApi } = client
    const groupId = idOf(await groupApi.createGroup({ group: sent({ profile: { name: 'Administrators' } }) }))
    await roleAssignmentApi.assignRoleToGroup({ groupId, assignRoleRequest: sent({ type: 'APP_ADMIN' }) })
    const [role] = await all(roleAssignmentApi.listGroupAssignedRoles({ groupId }))
    expect(role).toBeInstanceOf(okta.StandardRole)
    await roleAssignmentApi.unassignRoleFromGroup({ groupId, roleId: idOf(role ?? {}) })
    expect(await all(roleAssignmentApi.listGroupAssignedRoles({ groupId }))).toEqual([])
  })
})
