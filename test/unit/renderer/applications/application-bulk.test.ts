import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { App } from '#contract/apps/app.ts'
import { asApiError, errorText } from '#ui/api/api-error.ts'
import { applications } from '#ui/features/applications/applications.ts'
import { applicationActions, applicationBulk } from '#ui/features/applications/list/application-bulk.ts'
import { assignedFilter } from '#ui/features/applications/list/assigned-to.ts'
import { bulkActionsOf } from '#ui/resource/list/bulk.ts'
import { bePageOf } from '../../../helpers/page-service.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let berths: App
let crew: App
let group: { id: string }

beforeAll(async () => {
  server = await startServer()
  const { make } = server
  ;[berths, crew, group] = await Promise.all([make.anApp('Berth planner'), make.anApp('Crew roster'), make.aGroup()])
})
beforeEach(() => bePageOf(() => server))
afterEach(() => vi.unstubAllGlobals())

it('the filter asks for what both have', () => {
  expect(assignedFilter('', '')).toBe('')
  expect(assignedFilter('00g1', '00u1')).toBe('group.id eq "00g1" and user.id eq "00u1"')
})

describe('what is given to many applications', () => {
  const action = (key: string) => applicationActions('identity').find((one) => one.key === key)!
  const params = () => ({ appId: berths.id, groupId: group.id })

  it('leaves an assignment alone that is there, and takes back only its own', async () => {
    const { client } = server
    await client.call('assignAppGroup', { params: params(), body: { priority: 7, profile: {} } })
    expect(await action('group').run?.(berths, group.id, '')).toBe(false)
    expect((await client.call('getAppGroup', { params: params() })).body.priority).toBe(7)
    expect(await action('group').run?.(crew, group.id, '')).not.toBe(false)
    await action('group').undo?.([crew], group.id)
    expect((await client.refused('getAppGroup', { params: { ...params(), appId: crew.id } })).status).toBe(404)
  })

  it('is taken back from the others where one refuses, and it is said which', async () => {
    const { client, make } = server
    const own = await make.aGroup()
    const apps = [await make.anApp('Tide tables'), await make.anApp('Gone by then'), await make.anApp('Dry dock')]
    for (const app of apps) await action('group').run?.(app, own.id, '')
    const [tides, gone, dock] = apps as [App, App, App]
    await client.call('deactivateApp', { params: { appId: gone.id } })
    await client.call('deleteApp', { params: { appId: gone.id } })
    bePageOf(() => server, { loses: (path) => path.includes(`/apps/${tides.id}/groups`) })
    const refusal = await Promise.resolve(action('group').undo?.(apps, own.id)).catch((thrown: unknown) => thrown)
    expect(errorText(asApiError(refusal))).toMatch(/^1 of 3 could not be taken back\. Tide tables: /)
    const statusOf = async ({ id: appId }: App) =>
      (await client.refused('getAppGroup', { params: { appId, groupId: own.id } })).status
    expect(await statusOf(dock)).toBe(404)
  })

  it('is a policy, which is reviewed and can be taken back by its versions', async () => {
    const policy = await server.make.aPolicy('ACCESS_POLICY')
    const step = { operation: 'assignAppPolicy', params: { appId: crew.id, policyId: policy.id }, query: {} }
    expect(action('policy').steps?.(crew, policy.id)).toEqual([step])
    await action('policy').run?.(crew, policy.id, 'A test')
    expect(await action('policy').run?.(crew, policy.id, '')).toBe(false)
    const [id = ''] = (await action('policy').versioned?.([crew], policy.id)) ?? []
    const [version] = (await server.client.call('listVersions', { query: { id } })).body
    expect(version).toMatchObject({ kind: 'mapping', name: crew.label, reason: 'A test' })
  })

  it('is no policy on the classic engine', () =>
    expect(applicationActions('classic').map(({ key }) => key)).toEqual(['group']))
})

describe('applications that are switched together', () => {
  const switching = (key: string) =>
    bulkActionsOf(applications, applicationBulk('identity')).find((one) => one.key === key)!
  const statusOf = async ({ id: appId }: App) => (await server.client.call('getApp', { params: { appId } })).body.status

  it.each([
    ['deactivate', 'ACTIVE', 'INACTIVE'],
    ['activate', 'INACTIVE', 'ACTIVE'],
  ])('%s: can be taken back, but for those that were so already', async (key, before, after) => {
    const { client, make } = server
    const [app, already] = [await make.anApp(), await make.anApp()]
    const params = (of: App) => ({ params: { appId: of.id } })
    for (const one of before === 'INACTIVE' ? [app] : [already]) await client.call('deactivateApp', params(one))
    expect(await switching(key).run?.(already, '', '')).toBe(false)
    expect(await switching(key).run?.(app, '', '')).not.toBe(false)
    expect(await statusOf(app)).toBe(after)
    await switching(key).undo?.([app], '')
    expect([await statusOf(app), await statusOf(already)]).toEqual([before, after])
  })
})
