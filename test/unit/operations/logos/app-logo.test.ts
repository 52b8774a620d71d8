import { beforeAll, describe, expect, it } from 'vitest'
import type { App } from '#contract/apps/app.ts'
import { refusalOf } from '../../../helpers/client.ts'
import { formWith, GIF, JPEG, PNG } from '../../../helpers/pictures.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

const upload = (appId: string, body: FormData) =>
  server.client.fetch(`/api/v1/apps/${appId}/logo`, { method: 'POST', body })
const read = async (app: App) => (await server.client.call('getApp', { params: { appId: app.id } })).body
const locationOf = async (app: App, data: Uint8Array) =>
  (await upload(app.id, formWith(data))).headers.get('Location') ?? ''

describe('the logo of an application', () => {
  it('is uploaded in a form, without a reply but its address [spec/5 8.5/logo] [spec/4 2.3/logo] [spec/5 8.2/logo]', async () => {
    const app = await server.make.anApp()
    const reply = await upload(app.id, formWith(GIF))
    expect([reply.status, await reply.text()]).toEqual([201, ''])
    const href = reply.headers.get('Location') ?? ''
    expect(href).toMatch(new RegExp(`^${server.url}/img/apps/fs0\\w{17}$`))
    const shown = await read(app)
    expect(shown._links['logo']).toEqual([{ name: 'medium', href, type: 'image/gif' }])
    expect({ ...shown, _links: { ...shown._links, logo: app._links['logo'] } }).toEqual(app)
    const served = await fetch(href)
    expect([served.status, served.headers.get('Content-Type')]).toEqual([200, 'image/gif'])
    expect(Buffer.from(await served.arrayBuffer()).equals(GIF)).toBe(true)
  })

  it('is shown wherever the application is', async () => {
    const [app, user, group] = [await server.make.anApp(), await server.make.aUser(), await server.make.aGroup()]
    const params = { appId: app.id, groupId: group.id }
    await server.client.call('assignAppUser', { params, body: { id: user.id } })
    await server.client.call('assignAppGroup', { params })
    const href = await locationOf(app, PNG)
    const links = (await server.client.call('listUserAppLinks', { params: { userId: user.id } })).body
    expect(links.map(({ logoUrl }) => logoUrl)).toEqual([href])
    for (const listed of [
      ...(await server.client.call('listApps', { query: { filter: `user.id eq "${user.id}"` } })).body,
      ...(await server.client.call('listGroupApps', { params: { groupId: group.id } })).body,
    ])
      expect(listed._links['logo']).toEqual([{ name: 'medium', href, type: 'image/png' }])
  })

  it('takes the place of the one before, which leaves an event; others keep theirs', async () => {
    const [app, other] = [await server.make.anApp(), await server.make.anApp()]
    const [kept, first] = [await locationOf(other, PNG), await locationOf(app, PNG)]
    const second = await locationOf(app, JPEG)
    expect((await fetch(first)).status).toBe(404)
    for (const href of [kept, second]) expect((await fetch(href)).status).toBe(200)
    const query = { filter: 'eventType eq "application.configuration.update_logo"', sortOrder: 'DESCENDING' as const }
    const [event] = (await server.client.call('listLogEvents', { query })).body
    expect(event?.target?.[0]).toMatchObject({
      ...{ id: app.id, type: 'AppInstance' },
      changeDetails: {
        from: { logo: { type: 'image/png', width: 24, height: 24, bytes: PNG.length } },
        to: { logo: { type: 'image/jpeg', bytes: JPEG.length } },
      },
    })
  })

  it('goes with the application', async () => {
    const app = await server.make.anApp()
    const href = await locationOf(app, PNG)
    const params = { appId: app.id }
    await server.client.call('deactivateApp', { params })
    await server.client.call('deleteApp', { params })
    expect((await fetch(href)).status).toBe(404)
  })

  it('has to be a picture, under 1 MB, of an application that is there and not of the platform', async () => {
    const app = await server.make.anApp()
    const [platform] = (await server.client.call('listApps', { query: { q: 'svc_enduser' } })).body
    const long = Buffer.concat([PNG, Buffer.alloc(1_048_576 - PNG.length)])
    for (const [appId, form, status, code] of [
      [app.id, formWith(Buffer.from('<svg/>')), 400, 'E0000001'],
      [app.id, formWith(long), 400, 'E0000001'],
      [app.id, formWith(PNG, 'logo'), 400, 'E0000001'],
      ['0oaNothing', formWith(PNG), 404, 'E0000007'],
      [platform?.id as string, formWith(PNG), 403, 'E0000006'],
    ] as const) {
      const refusal = await refusalOf(await upload(appId, form))
      expect([refusal.status, refusal.code]).toEqual([status, code])
    }
    expect(await read(app)).toEqual(app)
    expect((await fetch(`${server.url}/img/apps/fs000000000000000000`)).status).toBe(404)
  })
})
