import { beforeEach, describe, expect, it } from 'vitest'
import type { App } from '#contract/apps/app.ts'
import { soundApp } from '../../helpers/app-bodies.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})

const OFFERED = { accessibility: { selfService: true } }
const body = (over: object = {}) => ({ ...soundApp('BOOKMARK', 'Offered'), ...over })
const create = async (over: object = {}): Promise<App> =>
  (await server.client.call('createApp', { body: body(over) })).body
const switchSelfService = (appSelfService: boolean) =>
  server.client.call('updateAppSelfService', { body: { appSelfService } })
const userNameIs = (appId: string, action: 'READ_WRITE' | 'READ_ONLY') => ({
  params: { appId },
  body: {
    definitions: { base: { properties: { userName: { permissions: [{ principal: 'SELF' as const, action }] } } } },
  },
})
const eventsOf = async (id: string) =>
  (await server.client.call('listLogEvents', { query: { limit: 1_000 } })).body.filter(({ target }) =>
    target?.some((one) => one.id === id),
  )

describe('self-service of an application', () => {
  it('is there from the start, and answered as it is asked for', async () => {
    expect((await server.client.call('getAppSelfService')).body).toEqual({ appSelfService: true })
    const app = await create(OFFERED)
    expect(app.accessibility).toMatchObject({ selfService: true })
  })

  it('is refused, new or replaced, where the organization has it switched off [spec/5 8.5/self-service]', async () => {
    const app = await create()
    await switchSelfService(false)
    const params = { appId: app.id }
    for (const refusal of [
      await server.client.refused('createApp', { body: body(OFFERED) }),
      await server.client.refused('replaceApp', { params, body: body(OFFERED) }),
    ])
      expect([refusal.status, refusal.code, refusal.body.errorCauses.length]).toEqual([403, 'E0000043', 1])
    expect((await server.client.call('getApp', { params })).body).toEqual(app)
    expect((await server.client.call('listApps', { query: { q: 'Offered' } })).body).toHaveLength(1)
    const denied = (await eventsOf(app.id)).at(-1)
    expect([denied?.eventType, denied?.outcome?.result]).toEqual(['application.lifecycle.update', 'FAILURE'])
    await server.client.call('replaceApp', { params, body: body({ accessibility: { selfService: false } }) })
  })

  it('stays where it was when the organization switches it off, which leaves an event', async () => {
    const app = await create(OFFERED)
    await switchSelfService(false)
    await switchSelfService(false)
    expect((await server.client.call('getApp', { params: { appId: app.id } })).body).toEqual(app)
    const { body: events } = await server.client.call('listLogEvents', {
      query: { filter: 'eventType eq "gatehouse.organization.self_service.update"' },
    })
    expect(events.map(({ target }) => target?.[0]?.changeDetails)).toEqual([
      { from: { appSelfService: true }, to: { appSelfService: false } },
    ])
  })

  it('is refused where people can write their user name, with why [spec/2 app errors/self-service] [spec/4 2.3/self-service]', async () => {
    const app = await create()
    await server.client.call('updateAppUserSchema', userNameIs(app.id, 'READ_WRITE'))
    const params = { appId: app.id }
    const refusal = await server.client.refused('replaceApp', { params, body: body(OFFERED) })
    expect([refusal.status, refusal.code]).toEqual([403, 'E0000044'])
    expect(JSON.stringify(refusal.body.errorCauses)).toContain('take the name of someone else')
    await server.client.call('replaceApp', { params, body: body() })
    await server.client.call('updateAppUserSchema', userNameIs(app.id, 'READ_ONLY'))
    expect((await server.client.call('replaceApp', { params, body: body(OFFERED) })).status).toBe(200)
  })

  it('keeps people from being let write their user name', async () => {
    const app = await create(OFFERED)
    const before = (await server.client.call('getAppUserSchema', { params: { appId: app.id } })).body
    const refusal = await server.client.refused('updateAppUserSchema', userNameIs(app.id, 'READ_WRITE'))
    expect([refusal.status, refusal.code]).toEqual([403, 'E0000044'])
    expect((await server.client.call('getAppUserSchema', { params: { appId: app.id } })).body).toEqual(before)
  })
})
