import { beforeAll, describe, expect, it } from 'vitest'
import { TestBrowser } from '../../../helpers/browser.ts'
import type { TestServer } from '../../../helpers/server.ts'
import {
  answerIn,
  aPerson,
  askForOneFactor,
  authorizeAddress,
  exchange,
  provePassword,
  type TestPerson,
  type WebClient,
} from '../../../helpers/sign-in.ts'
import { startWithAda } from '../../../helpers/sign-in-server.ts'
import { decodeJwt } from 'jose'

const DAY_MS = 86_400_000

let server: TestServer
let app: WebClient
let ada: TestPerson
beforeAll(async () => {
  ;({ server, app, ada } = await startWithAda())
  await sessionsAsk({ factorPromptMode: 'DEVICE' })
  // So that only the session asks for more than a password.
  await askForOneFactor(server)
})

/** Lets the rule of all sessions ask for a second factor. */
async function sessionsAsk(over: Record<string, unknown>): Promise<void> {
  const { client, make } = server
  const policyId = (await make.theDefault('SVC_SIGN_ON')).id
  const signon = { access: 'ALLOW', requireFactor: true, primaryFactor: 'PASSWORD_IDP', factorLifetime: 15, ...over }
  const { body: rules } = await client.call('listRules', { params: { policyId } })
  for (const { id, system } of rules) if (!system) await client.call('deleteRule', { params: { policyId, ruleId: id } })
  await client.call('createRule', {
    params: { policyId },
    body: { type: 'SIGN_ON', name: 'Second factor', actions: { signon } },
  } as never)
}

/** A sign-in up to the page that asks for the second factor. */
async function toSecondFactor(browser: TestBrowser, login = ada.login) {
  await provePassword(browser, authorizeAddress(app.clientId), login)
  return browser.send({ act: 'choose', method: 'svc_email/EMAIL' })
}

/** The same browser once its session has ended. */
async function afterSession(browser: TestBrowser): Promise<TestBrowser> {
  const later = new TestBrowser(server)
  for (const [key, { value, path }] of browser.cookies())
    if (key.includes('_device')) later.plant(key.split(' ')[0] ?? '', value, path)
  return later
}

async function aRememberedBrowser(login = ada.login): Promise<TestBrowser> {
  const browser = new TestBrowser(server)
  await toSecondFactor(browser, login)
  const { code } = answerIn(await browser.send({ act: 'simulate', remember: 'on' }))
  expect(code).toBeTruthy()
  return afterSession(browser)
}

const isAsked = async (browser: TestBrowser, login = ada.login) =>
  (await provePassword(browser, authorizeAddress(app.clientId), login)).text.includes('One more proof')

describe('a device that is remembered', () => {
  it('is not asked for the second factor again, and tokens say what was proved', async () => {
    const browser = await aRememberedBrowser()
    const shown = await provePassword(browser, authorizeAddress(app.clientId), ada.login)
    const { code = '' } = answerIn(shown)
    const { body } = await exchange(server, app, code)
    expect(decodeJwt(String(body['id_token']))['amr']).toEqual(['pwd'])
    expect(answerIn(await browser.open(authorizeAddress(app.clientId, { prompt: 'none' })))).toHaveProperty('code')
  })

  it('is remembered only where the person wants it, and the page offers it', async () => {
    const browser = new TestBrowser(server)
    const { text } = await toSecondFactor(browser)
    expect(text).toContain('Remember this device')
    expect(text).not.toContain('checked')
    await browser.send({ act: 'simulate' })
    expect(await isAsked(await afterSession(browser))).toBe(true)
  })

  it('is nobody else’s', async () => {
    const ben = await aPerson(server, 'ben@example.com', [app])
    expect(await isAsked(await aRememberedBrowser(), ben.login)).toBe(true)
  })

  it('is never remembered by what somebody else has put into the browser', async () => {
    const planted = 'planted-value-0123456789'
    const name = `gatehouse_${server.port}_device_${ada.id}`
    const browser = new TestBrowser(server)
    browser.plant(name, planted)
    await toSecondFactor(browser)
    await browser.send({ act: 'simulate', remember: 'on' })
    const thief = new TestBrowser(server)
    thief.plant(name, planted)
    expect(await isAsked(thief)).toBe(true)
    expect(await isAsked(await afterSession(browser))).toBe(false)
  })

  it('asks for the password all the same', async () => {
    const browser = await aRememberedBrowser()
    await browser.open(authorizeAddress(app.clientId))
    expect((await browser.send({ act: 'identify', identifier: ada.login })).text).toContain('Password')
  })

  it('is forgotten once the sessions of the person are ended', async () => {
    const other = await aRememberedBrowser()
    await server.client.call('clearUserSessions', { params: { userId: ada.id } } as never)
    expect(await isAsked(other)).toBe(true)
  })

  it('is offered as the rule says, and not at all where the rule asks in each session', async () => {
    await sessionsAsk({ factorPromptMode: 'DEVICE', rememberDeviceByDefault: true })
    expect((await toSecondFactor(new TestBrowser(server))).text).toContain('checked')
    const browser = await aRememberedBrowser()
    await sessionsAsk({ factorPromptMode: 'SESSION' })
    expect((await toSecondFactor(new TestBrowser(server))).text).not.toContain('Remember this device')
    expect(await isAsked(browser)).toBe(true)
  })

  // Last: the token of the administrator ends meanwhile.
  it('is forgotten after a year', async () => {
    await sessionsAsk({ factorPromptMode: 'DEVICE' })
    const old = await aRememberedBrowser()
    server.clock.advance(366 * DAY_MS)
    expect(await isAsked(old)).toBe(true)
  })
})
