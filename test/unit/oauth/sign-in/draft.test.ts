import { decodeJwt } from 'jose'
import { beforeAll, expect, it } from 'vitest'
import { TestBrowser } from '../../../helpers/browser.ts'
import { draftClient, makeDraft } from '../../../helpers/drafts.ts'
import type { Draft } from '#contract/gatehouse/draft.ts'
import type { TestServer } from '../../../helpers/server.ts'
import {
  answerIn,
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
let draft: Draft
let path: string
beforeAll(async () => {
  ;({ server, app, ada } = await startWithAda())
  ;({ draft } = await makeDraft(server, 'Signing in'))
  path = new URL(draft.url).pathname
})

const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

it('a person signs in to a draft, whose tokens are of the draft and of nothing else', async () => {
  const browser = new TestBrowser(server)
  const address = authorizeAddress(app.clientId, { scope: 'openid' }, `${path}/oauth2/v1/authorize`)
  const issuer = `${browser.base}${path}`
  const { code = '', iss } = answerIn(await signIn(browser, address, ada.login))
  expect(iss).toBe(issuer)
  const { status, body } = await exchange(draft, app, code)
  expect(status).toBe(200)
  expect(decodeJwt(String(body['id_token']))).toMatchObject({ iss: issuer, sub: ada.id })
  const token = String(body['access_token'])
  expect((await fetch(`${draft.url}/oauth2/v1/userinfo`, bearer(token))).status).toBe(200)
  expect((await fetch(`${server.url}/oauth2/v1/userinfo`, bearer(token))).status).toBe(401)
})

it('its session is its own: who signed in to the draft is unknown to the workspace, and the other way round', async () => {
  const browser = new TestBrowser(server)
  const inside = (over = {}) => authorizeAddress(app.clientId, over, `${path}/oauth2/v1/authorize`)
  await signIn(browser, inside(), ada.login)
  expect(answerIn(await browser.open(inside({ prompt: 'none' })))).toMatchObject({ code: expect.any(String) })
  const silent = authorizeAddress(app.clientId, { prompt: 'none' })
  expect(answerIn(await browser.open(silent))).toMatchObject({ error: 'login_required' })
  await signIn(browser, authorizeAddress(app.clientId), ada.login)
  // Neither cookie took the place of the other.
  expect(answerIn(await browser.open(inside({ prompt: 'none' })))).toMatchObject({ code: expect.any(String) })
  for (const { path: at } of browser.cookies().values()) expect(at).toMatch(/^(?:\/drafts\/\w+)?\/oauth2/)
})

it('what the draft notes of a sign-in is in its own log, and no change', async () => {
  const client = draftClient(server, draft)
  const query = { filter: 'eventType eq "user.session.start"' }
  expect((await client.call('listLogEvents', { query })).body.length).toBeGreaterThan(0)
  expect((await server.client.call('getDraft', { params: { draftId: draft.id } })).body.changes).toBe(0)
})
