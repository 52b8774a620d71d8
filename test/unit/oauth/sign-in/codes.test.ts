import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { TestBrowser } from '../../../helpers/browser.ts'
import type { TestServer } from '../../../helpers/server.ts'
import {
  allowCodes,
  answerIn,
  aPerson,
  authorizeAddress,
  aWebClient,
  exchange,
  provePassword,
  type WebClient,
  codeOf,
  secretIn,
} from '../../../helpers/sign-in.ts'
import { startSignIn } from '../../../helpers/sign-in-server.ts'

let server: TestServer
let app: WebClient

const STEP_MS = 30_000

beforeAll(async () => {
  server = await startSignIn()
  app = await aWebClient(server)
  await allowCodes(server)
})

const codeNow = (secret: string) => codeOf(server, secret)

/** Proves the password, and chooses the codes of the app. */
async function chooseCodes(login: string): Promise<TestBrowser> {
  const browser = new TestBrowser(server)
  await provePassword(browser, authorizeAddress(app.clientId), login)
  await browser.send({ act: 'choose', method: 'svc_verify/TOTP' })
  return browser
}

describe('codes of an authenticator app', () => {
  it('are set up on the way in, and asked for from then on', async () => {
    const ada = await aPerson(server, 'ada@example.com', [app])
    const browser = await chooseCodes(ada.login)
    const secret = secretIn(browser.shown)
    expect(secret).toHaveLength(32)
    const wrong = codeNow(secret) === '000000' ? '000001' : '000000'
    expect((await browser.send({ act: 'setUp', code: wrong })).text).toContain('This code is not right')
    expect(secretIn(browser.shown)).toBe(secret)
    const { code = '' } = answerIn(await browser.send({ act: 'setUp', code: codeNow(secret) }))
    expect(decodeJwt(String((await exchange(server, app, code)).body['id_token']))['amr']).toEqual(
      expect.arrayContaining(['pwd', 'otp', 'mfa']),
    )

    server.clock.advance(STEP_MS)
    const again = await chooseCodes(ada.login)
    expect(again.shown.text).toContain('Enter the code')
    expect(answerIn(await again.send({ act: 'code', code: codeNow(secret) }))).toMatchObject({
      code: expect.any(String),
    })

    const replay = await chooseCodes(ada.login)
    expect((await replay.send({ act: 'code', code: codeNow(secret) })).text).toContain('This code is not right')
  })

  it('are not offered while the method is switched off', async () => {
    const flo = await aPerson(server, 'flo@example.com', [app])
    const offered = async () => {
      const browser = new TestBrowser(server)
      await provePassword(browser, authorizeAddress(app.clientId), flo.login)
      return browser.shown.text
    }
    expect(await offered()).toContain('svc_verify/TOTP')
    const { client } = server
    const verify = (await client.call('listAuthenticators')).body.find(({ key }) => key === 'svc_verify')
    const params = { authenticatorId: verify?.id ?? '', methodType: 'totp' }
    await client.call('deactivateAuthenticatorMethod', { params })
    expect(await offered()).not.toContain('svc_verify/TOTP')
    await client.call('activateAuthenticatorMethod', { params })
    expect(await offered()).toContain('svc_verify/TOTP')
  })

  it('are set up by nobody who has not proved the password', async () => {
    const ben = await aPerson(server, 'ben@example.com', [app])
    const browser = new TestBrowser(server)
    await browser.open(authorizeAddress(app.clientId))
    await browser.send({ act: 'identify', identifier: ben.login })
    await browser.send({ act: 'choose', method: 'svc_verify/TOTP' })
    expect(browser.shown.text).toContain('name="password"')
  })
})
