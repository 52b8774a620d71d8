import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import {
  APP_POLICY_TYPES,
  decidingPolicy,
  heldPolicyId,
  readDeciding,
} from '#ui/features/applications/policy/app-policies.ts'
import { bePageOf } from '../../../helpers/page-service.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterEach(() => vi.unstubAllGlobals())

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

it('a policy that was given and is inactive is told beside the default, which can be given in its place', async () => {
  const { client, make } = server
  bePageOf(() => server)
  const [given, { id: appId }] = await Promise.all([make.aPolicy('ACCESS_POLICY'), make.anApp()])
  await client.call('assignAppPolicy', { params: { appId, policyId: given.id } })
  const read = async () => (await client.call('getApp', { params: { appId } })).body
  const active = await readDeciding('ACCESS_POLICY', await read())
  expect([active.policy?.id, active.idle]).toEqual([given.id, null])
  await client.call('deactivatePolicy', { params: { policyId: given.id } })
  const app = await read()
  const { policy, idle } = await readDeciding('ACCESS_POLICY', app)
  expect([policy?.system, idle?.id]).toEqual([true, given.id])
  expect(heldPolicyId(app, 'ACCESS_POLICY', policy?.id ?? null)).toBe(given.id)
  expect(heldPolicyId({ _links: {} } as never, 'ACCESS_POLICY', policy?.id ?? null)).toBe(policy?.id)
})
