import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { TestBrowser, type Shown } from '../../../helpers/browser.ts'
import { post } from '../../../helpers/oauth-clients.ts'
import type { TestServer } from '../../../helpers/server.ts'
import {
  answerIn,
  aPerson,
  authorizeAddress,
  aWebClient,
  exchange,
  signIn,
  PASSWORD,
  type TestPerson,
  type WebClient,
} from '../../../helpers/sign-in.ts'
import { startWithAda } from '../../../helpers/sign-in-server.ts'

let server: TestServer
let app: WebClient
let ada: TestPerson
let ben: TestPerson
const OFFLINE = 'openid offline_access'

beforeAll(async () => {
  ;({ server, app, ada } = await startWithAda())
  ben = await aPerson(server, 'ben@example.com', [app])
})

/** Signs in in the window that is shown, up to where it would go on to the client. */
async function finish(browser: TestBrowser, window: Shown, { login }: TestPerson): Promise<Shown> {
  browser.shown = window
  await browser.send({ act: 'identify', identifier: login })
  await browser.send({ act: 'password', password: PASSWORD })
  await browser.send({ act: 'choose', method: 'svc_email/EMAIL' })
  return browser.sendAndWait({ act: 'simulate' })
}

/** Sends the form whose button has a label. */
function press(browser: TestBrowser, label: string): Promise<Shown> {
  const form = browser.shown.text.split('<form').find((text) => text.includes(`>${label}</button>`)) ?? ''
  const action = /action="([^"]*)"/.exec(form)?.[1] ?? ''
  const plain = (text: string) => text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
  const fields = [...form.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    plain(value),
  ])
  browser.shown = { ...browser.shown, url: new URL(action, browser.base).href }
  return browser.send(Object.fromEntries(fields) as Record<string, string>)
}

/** Two people have signed in in two windows before either went on; the first goes on now. */
async function twoSignedIn(): Promise<TestBrowser> {
  const browser = new TestBrowser(server)
  const asks = { scope: OFFLINE, nonce: 'of the "first"' }
  const [first, second] = [
    await browser.open(authorizeAddress(app.clientId, { ...asks, state: 'first' })),
    await browser.open(authorizeAddress(app.clientId, { state: 'second' })),
  ]
  const ofFirst = await finish(browser, first, ada)
  const ofSecond = await finish(browser, second, ben)
  expect(answerIn(await browser.open(ofSecond.url))).toMatchObject({ state: 'second', code: expect.any(String) })
  await browser.open(ofFirst.url)
  return browser
}

describe('two people who sign in at once in two windows of one browser', () => {
  it('are told so where the first goes on, and it is answered for neither', async () => {
    const { shown } = await twoSignedIn()
    expect([shown.status, shown.text]).toEqual([409, expect.stringContaining('Someone else has signed in')])
    expect(shown.text).toContain('<strong>ben@example.com</strong> has signed in in another window')
    expect(shown.headers.get('Content-Security-Policy')).toContain("form-action 'self' https://app.example.com")
  })

  it('may go on as who is signed in now, by the same request', async () => {
    const browser = await twoSignedIn()
    const { code = '', state } = answerIn(await press(browser, 'Go on as ben@example.com'))
    expect(state).toBe('first')
    const { body } = await exchange(server, app, code)
    expect(decodeJwt(String(body['id_token']))).toMatchObject({ sub: ben.id, nonce: 'of the "first"' })
    expect(body).toHaveProperty('refresh_token')
  })

  it('may sign in again', async () => {
    const browser = await twoSignedIn()
    server.clock.advance(60_000)
    const shown = await press(browser, 'Sign in again')
    expect(shown.text).toContain('name="password"')
    await browser.send({ act: 'startOver' })
    const { url } = await finish(browser, browser.shown, ada)
    const { code = '' } = answerIn(await browser.open(url))
    expect(decodeJwt(String((await exchange(server, app, code)).body['id_token']))).toMatchObject({ sub: ada.id })
  })
})

describe('a consent', () => {
  it('that is given before the same person signs in again in another window goes on from there', async () => {
    const asking = await aWebClient(server, { settings: { consent_method: 'REQUIRED' } })
    await server.client.call('assignAppUser', { params: { appId: asking.appId }, body: { id: ada.id } } as never)
    const browser = new TestBrowser(server)
    await signIn(browser, authorizeAddress(asking.clientId, { scope: 'openid email' }), ada.login)
    const { url } = await browser.sendAndWait({ act: 'consent' })
    await browser.open('/oauth2/v1/logout')
    await browser.send({ act: 'signOut' })
    await signIn(browser, authorizeAddress(app.clientId), ada.login)
    const shown = await browser.open(url)
    expect([shown.status, shown.text]).toEqual([409, expect.stringContaining('Your session has changed')])
    expect(answerIn(await press(browser, 'Begin again'))).toMatchObject({ code: expect.any(String) })
  })
})

describe('a device', () => {
  it('is not signed in for the one where the other has signed in since', async () => {
    const tv = await aWebClient(server, {
      credentials: { token_endpoint_auth_method: 'none' },
      settings: {
        ...{ application_type: 'native', grant_types: ['urn:ietf:params:oauth:grant-type:device_code'] },
        ...{ response_types: [], redirect_uris: [] },
      },
    })
    await server.client.call('assignAppUser', { params: { appId: tv.appId }, body: { id: ada.id } } as never)
    const form = { client_id: tv.clientId, scope: 'openid' }
    const { user_code: userCode } = (await post(server, '/oauth2/v1/device/authorize', form)).body
    const browser = new TestBrowser(server)
    await browser.open('/oauth2/v1/device')
    const secret = () => /name="xsrf" value="([^"]*)"/.exec(browser.shown.text)?.[1] ?? ''
    await browser.send({ xsrf: secret(), user_code: String(userCode) })
    const first = await browser.send({ xsrf: secret(), user_code: String(userCode), confirm: 'yes' })
    const { url } = await finish(browser, first, ada)
    server.clock.advance(60_000)
    await browser.open(authorizeAddress(app.clientId, { prompt: 'login' }))
    await browser.send({ act: 'startOver' })
    await browser.open((await finish(browser, browser.shown, ben)).url)
    const shown = await browser.open(url)
    expect([shown.status, shown.text]).toEqual([409, expect.stringContaining('Begin again on the device')])
  })
})
