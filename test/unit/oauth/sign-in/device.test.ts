import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { TestBrowser } from '../../../helpers/browser.ts'
import { post } from '../../../helpers/oauth-clients.ts'
import type { TestServer } from '../../../helpers/server.ts'
import { aPerson, aWebClient, signIn, type TestPerson, type WebClient } from '../../../helpers/sign-in.ts'
import { startSignIn } from '../../../helpers/sign-in-server.ts'

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'

let server: TestServer
let tv: WebClient
let ada: TestPerson

beforeAll(async () => {
  server = await startSignIn()
  tv = await aWebClient(server, {
    credentials: { token_endpoint_auth_method: 'none' },
    settings: {
      ...{ application_type: 'native', grant_types: [DEVICE_CODE, 'refresh_token'], response_types: [] },
      redirect_uris: [],
    },
  })
  ada = await aPerson(server, 'ada@example.com', [tv])
})

const begin = async (scope = 'openid offline_access') =>
  (await post(server, '/oauth2/v1/device/authorize', { client_id: tv.clientId, scope })).body as Record<string, string>

const ask = (deviceCode = '') =>
  post(server, '/oauth2/v1/token', { grant_type: DEVICE_CODE, client_id: tv.clientId, device_code: deviceCode })

const secretIn = ({ text }: { text: string }) => /name="xsrf" value="([^"]*)"/.exec(text)?.[1] ?? ''

/** Types the code that the device shows, and says that it is theirs. */
async function confirm(browser: TestBrowser, userCode = '', act = 'confirm') {
  await browser.open('/oauth2/v1/device')
  await browser.send({ xsrf: secretIn(browser.shown), user_code: userCode })
  return browser.send({ xsrf: secretIn(browser.shown), user_code: userCode, [act]: 'yes' })
}

describe('a device without a browser', () => {
  it('waits until its person has signed in elsewhere, and is given tokens', async () => {
    const { device_code: code, user_code: userCode, verification_uri: page } = await begin()
    expect(page).toBe(`http://localhost:${server.port}/oauth2/v1/device`)
    expect((await ask(code)).body).toMatchObject({ error: 'authorization_pending' })
    const browser = new TestBrowser(server)
    await confirm(browser, userCode)
    const done = await signIn(browser, browser.shown.url, ada.login)
    expect(done.text).toContain('The device is signed in')
    const { status, body } = await ask(code)
    expect(status).toBe(200)
    expect(decodeJwt(String(body['id_token']))).toMatchObject({ sub: ada.id, aud: tv.clientId })
    expect(body['refresh_token']).toEqual(expect.any(String))
    expect((await ask(code)).body).toMatchObject({ error: 'invalid_grant' })
  })

  it('is given tokens once, also where it asks several times at once', async () => {
    const { device_code: code, user_code: userCode } = await begin('openid')
    const browser = new TestBrowser(server)
    await confirm(browser, userCode)
    // Who has signed in already is asked for what the policies want again.
    if (browser.shown.text.includes('User name')) await signIn(browser, browser.shown.url, ada.login)
    const replies = await Promise.all([ask(code), ask(code), ask(code)])
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  })

  it('has its code filled in by the address, and let in by no address alone', async () => {
    const { user_code: userCode = '', verification_uri_complete: address = '' } = await begin()
    const { text } = await new TestBrowser(server).open(address)
    expect(text).toContain(`value="${userCode}"`)
    expect(text).not.toContain('<script')
  })

  it('is told where its person does not let it in', async () => {
    const { device_code: code, user_code: userCode } = await begin()
    const shown = await confirm(new TestBrowser(server), userCode, 'abort')
    expect(shown.text).toContain('was not let in')
    expect((await ask(code)).body).toMatchObject({ error: 'access_denied' })
    await vi.waitFor(async () => {
      const filter = 'eventType eq "app.oauth2.authorize"'
      const { body: events } = await server.client.call('listLogEvents', { query: { filter } })
      expect(events.map(({ outcome }) => outcome.reason)).toEqual([
        'access_denied: The person did not let the device in.',
      ])
    })
  })

  it('is let in by nothing but its own codes', async () => {
    const browser = new TestBrowser(server)
    await browser.open('/oauth2/v1/device')
    const unknown = await browser.send({ xsrf: secretIn(browser.shown), user_code: 'BCDF-GHJK' })
    expect(unknown.text).toContain('There is no such code')
    const { user_code: userCode = '' } = await begin()
    const forged = await browser.send({ xsrf: 'forged', user_code: userCode, confirm: 'yes' })
    expect(forged.text).not.toContain('User name')
    expect((await ask('record.x.y')).body).toMatchObject({ error: 'invalid_grant' })
  })
})
