import { expect, it } from 'vitest'
import { TestBrowser } from '../../../helpers/browser.ts'
import { answerIn, askForOneFactor, authorizeAddress, PASSWORD, provePassword } from '../../../helpers/sign-in.ts'
import { startWithAda } from '../../../helpers/sign-in-server.ts'

const MINUTE_MS = 60_000

it('who has not used their session for the time of inactivity proves again what the application asks for', async () => {
  const { server, app, ada } = await startWithAda()
  await askForOneFactor(server, { inactivityPeriod: 'PT1H' })
  const browser = new TestBrowser(server)
  const silent = async () => answerIn(await browser.open(authorizeAddress(app.clientId, { prompt: 'none' })))
  expect(answerIn(await provePassword(browser, authorizeAddress(app.clientId), ada.login))).toHaveProperty('code')

  // Each use begins the time anew, however long ago the password was proved.
  for (let use = 0; use < 3; use++) {
    server.clock.advance(50 * MINUTE_MS)
    expect(await silent()).toHaveProperty('code')
  }
  server.clock.advance(61 * MINUTE_MS)
  expect(await silent()).toMatchObject({ error: 'interaction_required' })

  await browser.open(authorizeAddress(app.clientId))
  expect(browser.shown.text).toContain('type="password"')
  // Time on the page is none without use, and changes nothing.
  server.clock.advance(20 * MINUTE_MS)
  expect(answerIn(await browser.send({ act: 'password', password: PASSWORD }))).toHaveProperty('code')
  expect(await silent()).toHaveProperty('code')
})

it('a session whose application names no time of inactivity is not asked again', async () => {
  const { server, app, ada } = await startWithAda()
  await askForOneFactor(server)
  const browser = new TestBrowser(server)
  await provePassword(browser, authorizeAddress(app.clientId), ada.login)
  server.clock.advance(61 * MINUTE_MS)
  expect(answerIn(await browser.open(authorizeAddress(app.clientId, { prompt: 'none' })))).toHaveProperty('code')
})
