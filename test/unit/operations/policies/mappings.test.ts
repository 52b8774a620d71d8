import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../helpers/client.ts'
import type { Factories } from '../../../helpers/factories.ts'
import { withDatabase } from '../../../helpers/files.ts'
import { startServer } from '../../../helpers/server.ts'

let client: Client
let make: Factories
beforeAll(async () => {
  ;({ client, make } = await startServer())
})

const appsOf = async (policyId: string) =>
  (await client.call('listPolicyApps', { params: { policyId } })).body.map((app) => app.id)
const mappingsOf = async (policyId: string) => (await client.call('listPolicyMappings', { params: { policyId } })).body

/** The authentication policy that decides for somebody at an application. */
async function decidingPolicy(appId: string, userId: string): Promise<string | undefined> {
  const body = { appInstance: appId, policyTypes: ['ACCESS_POLICY' as const], policyContext: { user: { id: userId } } }
  const { evaluation } = (await client.call('simulatePolicies', { body })).body
  return evaluation[0]?.result.policies[0]?.id
}

describe('an application', () => {
  it('is mapped to one authentication policy at a time', async () => {
    const [first, second] = [await make.aPolicy('ACCESS_POLICY'), await make.aPolicy('ACCESS_POLICY')]
    const app = await make.anApp()
    const reply = await client.call('assignAppPolicy', { params: { appId: app.id, policyId: first.id } })
    expect([reply.status, reply.body]).toEqual([204, undefined])
    expect(await appsOf(first.id)).toEqual([app.id])

    const body = { resourceId: app.id, resourceType: 'ACCESS_POLICY' as const }
    const mapping = (await client.call('createPolicyMapping', { params: { policyId: second.id }, body })).body
    expect(mapping.id).toMatch(/^map[0-9A-Za-z]{17}$/)
    expect(await appsOf(first.id)).toEqual([])
    expect(await appsOf(second.id)).toEqual([app.id])
    const params = { policyId: second.id, mappingId: mapping.id }
    expect((await client.call('getPolicyMapping', { params })).body).toEqual(mapping)
    expect(await mappingsOf(second.id)).toEqual([mapping])
  })

  it('starts with the default policies, and goes back to them when its own are deleted', async () => {
    const app = await make.anApp()
    for (const type of ['ACCESS_POLICY', 'PROFILE_ENROLLMENT'] as const) {
      const standard = await make.theDefault(type)
      expect(await appsOf(standard.id), type).toContain(app.id)
      const own = await make.aPolicy(type)
      await client.call('assignAppPolicy', { params: { appId: app.id, policyId: own.id } })
      expect(await appsOf(standard.id), type).not.toContain(app.id)
      await client.call('deletePolicy', { params: { policyId: own.id } })
      expect(await appsOf(standard.id), type).toContain(app.id)
    }
  })

  it('links its mapping to both ends', async () => {
    const policy = await make.aPolicy('ACCESS_POLICY')
    const app = await make.anApp()
    await client.call('assignAppPolicy', { params: { appId: app.id, policyId: policy.id } })
    const [mapping] = await mappingsOf(policy.id)
    expect(mapping?._links['application']).toMatchObject({ href: expect.stringMatching(`/api/v1/apps/${app.id}$`) })
    expect(mapping?._links['policy']).toMatchObject({ href: expect.stringMatching(`/api/v1/policies/${policy.id}$`) })
  })

  it('falls back to the default when its mapping or its policy goes, or the policy rests', async () => {
    const standard = (await make.theDefault('ACCESS_POLICY')).id
    const user = await make.aUser()
    const app = await make.anApp()
    await client.call('assignAppUser', { params: { appId: app.id }, body: { id: user.id } })
    expect(await decidingPolicy(app.id, user.id)).toBe(standard)

    const policy = await make.aPolicy('ACCESS_POLICY')
    const params = { appId: app.id, policyId: policy.id }
    await client.call('assignAppPolicy', { params })
    expect(await decidingPolicy(app.id, user.id)).toBe(policy.id)

    await client.call('deactivatePolicy', { params })
    expect(await decidingPolicy(app.id, user.id)).toBe(standard)
    await client.call('activatePolicy', { params })
    expect(await decidingPolicy(app.id, user.id)).toBe(policy.id)

    const [mapping] = await mappingsOf(policy.id)
    const deletion = { ...params, mappingId: mapping?.id as string }
    expect((await client.call('deletePolicyMapping', { params: deletion })).status).toBe(204)
    expect((await client.refused('deletePolicyMapping', { params: deletion })).code).toBe('E0000007')
    expect(await decidingPolicy(app.id, user.id)).toBe(standard)

    await client.call('assignAppPolicy', { params })
    await client.call('deletePolicy', { params })
    expect(await decidingPolicy(app.id, user.id)).toBe(standard)
  })

  it('of the platform keeps its policy', async () => {
    const app = (await client.call('listApps', { query: { q: 'Svc Dashboard' } })).body[0]
    const policy = await make.aPolicy('ACCESS_POLICY')
    const params = { appId: app?.id as string, policyId: policy.id }
    const refusal = await client.refused('assignAppPolicy', { params })
    expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', ['Policy']])
  })

  it('of the platform goes to the default policy when its own is deleted', async () => {
    const fresh = await startServer()
    const [standard, own] = await Promise.all([
      fresh.make.theDefault('ACCESS_POLICY'),
      fresh.client.call('listPolicies', { query: { type: 'ACCESS_POLICY', q: 'Svc Dashboard' } }),
    ])
    await fresh.client.call('deletePolicy', { params: { policyId: own.body[0]?.id as string } })
    const app = (await fresh.client.call('listApps', { query: { q: 'Svc Dashboard' } })).body[0]
    expect(app?._links['accessPolicy']).toMatchObject({ href: expect.stringContaining(standard.id) })
    expect(app?._links).not.toHaveProperty('profileEnrollment')
  })

  it('keeps its mapping when it is mapped to the same policy again, and that leaves no event', async () => {
    const [policy, app] = [await make.aPolicy('ACCESS_POLICY'), await make.anApp()]
    const params = { appId: app.id, policyId: policy.id }
    await client.call('assignAppPolicy', { params })
    const mappings = await mappingsOf(policy.id)
    await client.call('assignAppPolicy', { params })
    const body = { resourceId: app.id, resourceType: 'ACCESS_POLICY' as const }
    expect([(await client.call('createPolicyMapping', { params, body })).body]).toEqual(mappings)
    expect(await mappingsOf(policy.id)).toEqual(mappings)
    const events = (await client.call('listLogEvents', { query: { limit: 1_000 } })).body
    const told = events.filter(
      ({ eventType, target }) => eventType === 'policy.mapping.create' && target?.some(({ id }) => id === app.id),
    )
    expect(told).toHaveLength(1)
  })

  it('is not found through policies that go by priority', async () => {
    const params = { appId: (await make.anApp()).id, policyId: (await make.theDefault('SVC_SIGN_ON')).id }
    expect((await client.refused('assignAppPolicy', { params })).code).toBe('E0000001')
  })

  it('is mapped whether it is active or not, so that it can be made ready before anybody sees it', async () => {
    const [app, policy] = [await make.anApp(), await make.aPolicy('ACCESS_POLICY')]
    const params = { appId: app.id, policyId: policy.id }
    await client.call('deactivateApp', { params })
    await client.call('assignAppPolicy', { params })
    expect(await appsOf(policy.id)).toEqual([app.id])
  })

  it('is not mapped to the policy of account management', async () => {
    const before = await startServer()
    const policy = await before.make.aPolicy('ACCESS_POLICY')
    const app = await before.make.anApp()
    await before.stop()
    // No operation makes one: it is there from the start, in organizations that have it.
    const sql = `UPDATE policies SET resource_type = 'END_USER_ACCOUNT_MANAGEMENT' WHERE id = ?`
    await withDatabase(before.dataFile, (database) => database.run(sql, [policy.id]))
    const after = await startServer({ dataFile: before.dataFile })
    const params = { appId: app.id, policyId: policy.id }
    const refusal = await after.client.refused('assignAppPolicy', { params })
    expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', ['policyId']])
    const body = { resourceId: app.id, resourceType: 'APP' }
    expect((await after.client.refused('createPolicyMapping', { params, body })).locations).toEqual(['policyId'])
  })

  it('must exist, and so must the policy', async () => {
    const policy = await make.aPolicy('ACCESS_POLICY')
    const app = await make.anApp()
    const noApp = await client.refused('assignAppPolicy', { params: { appId: '0oaNothing', policyId: policy.id } })
    expect(noApp.body.errorSummary).toContain('0oaNothing (AppInstance)')
    const noPolicy = await client.refused('assignAppPolicy', { params: { appId: app.id, policyId: 'rstNothing' } })
    expect(noPolicy.body.errorSummary).toContain('rstNothing (RuleSetEntity)')
  })
})

it('two deletions of one mapping at once: one is done, one finds nothing', async () => {
  const policy = await make.aPolicy('ACCESS_POLICY')
  const app = await make.anApp()
  await client.call('assignAppPolicy', { params: { appId: app.id, policyId: policy.id } })
  const [mapping] = await mappingsOf(policy.id)
  const path = `/api/v1/policies/${policy.id}/mappings/${mapping?.id}`
  const replies = await Promise.all([1, 2].map(() => client.fetch(path, { method: 'DELETE' })))
  expect(replies.map((reply) => reply.status).sort()).toEqual([204, 404])
})
