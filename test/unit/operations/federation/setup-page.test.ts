import { beforeAll, describe, expect, it } from 'vitest'
import type { App } from '#contract/apps/app.ts'
import { CATALOGUE_NAMES } from '#contract/apps/catalogue/catalogue.ts'
import { helpPath } from '#http/resources/apps/presenter.ts'
import { soundApp } from '../../../helpers/app-bodies.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

const create = async (body: object) => (await server.client.call('createApp', { body: body as never })).body
const helpOf = ({ _links: { help } }: App) => (help as { href: string }).href
/** As a browser asks that has no token. */
const open = (address: string) => fetch(address, { headers: { Accept: 'text/html' } })
const pageOf = async (app: App) => (await open(helpOf(app))).text()

describe('the link to the instructions of an application [spec/5 8.2/help]', () => {
  it.each(CATALOGUE_NAMES)('leads to a page: %s', async (name) => {
    const app = await create({ name, label: `Our ${name}` })
    // Also where no link leads there: whoever has the address of a former one finds it.
    const reply = await open(app._links['help'] ? helpOf(app) : server.url + helpPath(app))
    expect([reply.status, reply.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await reply.text()).toContain(`<h1>Set up Our ${name}</h1>`)
  })

  it('of SAML says what the metadata say, and no more than addresses', async () => {
    const app = await create({ ...soundApp('SAML_2_0'), label: '<b>Wiki</b> & co' })
    const text = await pageOf(app)
    expect(text).toContain('Set up &#60;b&#62;Wiki&#60;/b&#62; &#38; co')
    const xml = await (
      await server.client.fetch(`/api/v1/apps/${app.id}/sso/saml/metadata`, { headers: { Accept: 'application/xml' } })
    ).text()
    const entity = /entityID="([^"]+)"/.exec(xml)?.[1] ?? '?'
    const address = /SingleSignOnService [^>]*Location="([^"]+)"/.exec(xml)?.[1] ?? '?'
    for (const value of [entity, address]) expect(text).toContain(`<span class="key">${value}</span>`)
    expect(text).not.toContain('BEGIN')
  })

  it('of another application, another mode or one that is gone leads to nothing', async () => {
    const app = await create(soundApp('SAML_2_0'))
    const help = helpOf(app)
    for (const other of [
      help.replace('SAML_2_0', 'BOOKMARK'),
      help.replace(app.name, 'x'),
      help.replace(app.id, '0oa'),
    ])
      expect((await open(other)).status, other).toBe(404)
    await server.client.call('deactivateApp', { params: { appId: app.id } })
    await server.client.call('deleteApp', { params: { appId: app.id } })
    expect((await open(help)).status).toBe(404)
  })
})
