import { beforeAll, expect, it } from 'vitest'
import { APP_POLICY_TYPES, decidingPolicy } from '#ui/features/applications/policy/app-policies.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

it('the policy of each application is the one that the service lets decide: mapped, mapped but inactive, and of the platform', async () => {
  const { client, make } = server
  for (const type of APP_POLICY_TYPES) {
    const [active, inactive] = await Promise.all([make.aPolicy(type), make.aPolicy(type)])
    await client.call('deactivatePolicy', { params: { policyId: inactive.id } })
    for (const { id: policyId } of [active, inactive]) {
      const { id: appId } = await make.anApp()
      await client.call('assignAppPolicy', { params: { appId, policyId } })
    }
    await make.anApp()
    const policies = (await client.call('listPolicies', { query: { type } })).body
    const audiences = (await client.call('listPolicyAudiences', { query: { type } })).body
    const decides = new Map(audiences.flatMap(({ policyId, apps }) => apps.map(({ id }) => [id, policyId])))
    const apps = (await client.call('listApps', { query: { limit: 200 } })).body
    expect(apps.some(({ name }) => name === 'svc_admin_console')).toBe(true)
    const mine = apps.map((app) => [app.id, decidingPolicy(policies, app, type)?.id])
    expect(mine).toEqual(apps.map(({ id }) => [id, decides.get(id)]))
    expect(new Set(decides.values()).size).toBeGreaterThan(1)
  }
})
