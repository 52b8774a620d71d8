import { beforeAll, describe, expect, it } from 'vitest'
import { TestBrowser } from '../../../helpers/browser.ts'
import type { TestServer } from '../../../helpers/server.ts'
import {
  answerIn,
  aPerson,
  authorizeAddress,
  exchange,
  signIn,
  type TestPerson,
  type WebClient,
} from '../../../helpers/sign-in.ts'
import { startWithAda } from '../../../helpers/sign-in-server.ts'

let server: TestServer
let app: WebClient
let ada: TestPerson

beforeAll(async () => {
  ;({ server, app, ada } = await startWithAda({ settings: { consent_method: 'REQUIRED' } }))
})

const asking = () => authorizeAddress(app.clientId, { scope: 'openid email' })

describe('a client that has to ask', () => {
  it('is given a code once the person agrees, and they are asked no second time', async () => {
    const browser = new TestBrowser(server)
    const shown = await signIn(browser, asking(), ada.login)
    expect(shown.text).toContain('asks for access')
    expect(shown.text).toContain('Your email address')
    expect(answerIn(await browser.send({ act: 'consent' }))).toMatchObject({ code: expect.any(String) })
    expect(answerIn(await browser.open(asking()))).toMatchObject({ code: expect.any(String) })
    const { body } = await server.client.call('listUserGrants', { params: { userId: ada.id } })
    expect(body.map(({ scopeId }) => scopeId)).toEqual(['email'])
  })

  it('is told where the person does not agree', async () => {
    const browser = new TestBrowser(server)
    const ben = await aPerson(server, 'ben@example.com', [app])
    await signIn(browser, asking(), ben.login)
    expect(answerIn(await browser.send({ act: 'cancel' }))).toMatchObject({ error: 'access_denied' })
  })

  it('has to ask again once the consent is revoked', async () => {
    const browser = new TestBrowser(server)
    const eve = await aPerson(server, 'eve@example.com', [app])
    await signIn(browser, asking(), eve.login)
    await browser.send({ act: 'consent' })
    await server.client.call('revokeUserGrants', { params: { userId: eve.id } })
    expect((await browser.open(asking())).text).toContain('asks for access')
    const silent = authorizeAddress(app.clientId, { scope: 'openid email', prompt: 'none' })
    expect(answerIn(await browser.open(silent))).toMatchObject({ error: 'consent_required' })
  })

  it('may ask again by itself', async () => {
    const browser = new TestBrowser(server)
    const tom = await aPerson(server, 'tom@example.com', [app])
    await signIn(browser, asking(), tom.login)
    await browser.send({ act: 'consent' })
    const again = authorizeAddress(app.clientId, { scope: 'openid email', prompt: 'consent' })
    expect((await browser.open(again)).text).toContain('asks for access')
    expect(answerIn(await browser.send({ act: 'consent' }))).toMatchObject({ code: expect.any(String) })
  })

  it('asks for refresh tokens too, also where all else was agreed to before', async () => {
    const browser = new TestBrowser(server)
    const kim = await aPerson(server, 'kim@example.com', [app])
    await signIn(browser, asking(), kim.login)
    await browser.send({ act: 'consent' })
    const offline = authorizeAddress(app.clientId, { scope: 'openid email offline_access' })
    expect((await browser.open(offline)).text).toContain('Access while you are away')
    const { code = '' } = answerIn(await browser.send({ act: 'consent' }))
    expect((await exchange(server, app, code)).body).toMatchObject({ refresh_token: expect.any(String) })
    expect(answerIn(await browser.open(offline))).toMatchObject({ code: expect.any(String) })
  })
})
