import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
// Declares `window.gatehouse`.
import type {} from '#ui/api/bridge.ts'
import { launchDesktop, openedOutside, startAgain } from '../../helpers/electron-app.ts'
import type { DesktopUnderTest } from '../../helpers/electron-app.ts'
import { inProgram } from '../../helpers/in-program.ts'

// One program for the whole file: each test leaves the page where it was.
let desktop: DesktopUnderTest
test.beforeAll(async () => {
  desktop = await launchDesktop()
})
test.afterAll(() => desktop.dispose())

/** The status of what a path of the page's origin answers. */
const statusOf = (url: string, options?: { method: string; body: string; headers: Record<string, string> }) =>
  desktop.page.evaluate(async (asked) => (await fetch(asked.url, asked.options)).status, { url, options })

test('the window opens on the page of its own scheme', async () => {
  expect(desktop.page.url()).toMatch(/^app:\/\/gatehouse\//)
  await expect(desktop.page).toHaveTitle(/Gatehouse/)
  await expect(desktop.page.locator('#app')).not.toBeEmpty()
})

test('the page calls the service without ever holding the token', async () => {
  expect(await statusOf('/api/v1/policies?type=SVC_SIGN_ON')).toBe(200)
  expect(await statusOf('/gatehouse/v1/workspace')).toBe(200)
  const token = readFileSync(join(desktop.profileDir, 'workspace.gatehouse.token'), 'utf8').trim()
  const held = await desktop.page.evaluate(async () => {
    const reply = await fetch('/api/v1/policies?type=SVC_SIGN_ON')
    const storage = JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie])
    return storage + JSON.stringify([...reply.headers]) + JSON.stringify(await window.gatehouse?.workspace.info())
  })
  expect(token.length).toBeGreaterThan(10)
  expect(held).not.toContain(token)
})

test('a request with a body reaches the service', async () => {
  const body = JSON.stringify({ profile: { name: 'Smoke', description: 'From the page' } })
  const headers = { 'content-type': 'application/json' }
  expect(await statusOf('/api/v1/groups', { method: 'POST', body, headers })).toBeLessThan(300)
})

test('the bridge has its functions, and refuses what it does not understand', async () => {
  const found = await desktop.page.evaluate(async () => {
    const bridge = window.gatehouse
    if (!bridge) return null
    const wrong = { url: 5 } as unknown as { url: string }
    return {
      info: await bridge.app.info(),
      names: Object.keys(bridge),
      refused: await bridge.shell.openExternal(wrong),
    }
  })
  expect(found?.names).toEqual([
    'app',
    'menu',
    'workspace',
    'service',
    'drafts',
    'editors',
    'shell',
    'window',
    'updates',
  ])
  expect(found?.info).toMatchObject({ ok: true })
  expect(found?.refused).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
})

test('the page has no Node', async () => {
  const kinds = await desktop.page.evaluate(() =>
    ['require', 'process', 'module'].map((name) => typeof Reflect.get(window, name)),
  )
  expect(kinds).toEqual(['undefined', 'undefined', 'undefined'])
})

test('the page cannot leave', async () => {
  const before = desktop.page.url()
  for (const target of ['https://example.org/', 'file:///etc/passwd', 'app://other/']) {
    await desktop.page.evaluate((url) => void (location.href = url), target)
    await desktop.page.waitForTimeout(300)
    expect(desktop.page.url()).toBe(before)
  }
})

test('a new window is denied; a safe address goes to the system’s browser instead', async () => {
  const opened = await desktop.page.evaluate(() =>
    ['https://example.org/help', 'file:///etc/passwd', 'http://example.org/'].map((url) => window.open(url)),
  )
  expect(opened).toEqual([null, null, null])
  expect(desktop.app.windows()).toHaveLength(1)
  await expect.poll(() => openedOutside(desktop.app)).toEqual(['https://example.org/help'])
})

test('the page reaches nothing but its own origin', async () => {
  const { port } = new URL(readService().url)
  const reached = await desktop.page.evaluate(
    (urls) =>
      Promise.all(
        urls.map((url) =>
          fetch(url).then(
            () => url,
            () => null,
          ),
        ),
      ),
    ['https://example.org/', `http://127.0.0.1:${port}/api/v1/policies`, 'file:///etc/passwd'],
  )
  expect(reached).toEqual([null, null, null])
})

test('a file outside the build is not served', async () => {
  for (const path of [
    '/..%2f..%2fpackage.json',
    '/assets/..%5c..%5cpackage.json',
    '/main/index.js',
    '/package.json',
    '/index.html%00.js',
  ]) {
    expect(await statusOf(path), path).toBe(404)
  }
})

test('a view can be loaded at its own address', async () => {
  const reply = await desktop.page.evaluate(async () => {
    const found = await fetch('/policies/any')
    return { text: await found.text(), policy: found.headers.get('content-security-policy') }
  })
  expect(reply.text).toContain('id="app"')
  expect(reply.policy).toContain("default-src 'none'")
})

test('scripts find the service through the discovery file, which goes with it', async () => {
  const second = await launchDesktop()
  try {
    const file = join(second.profileDir, 'service.json')
    const { url, tokenFile } = JSON.parse(readFileSync(file, 'utf8')) as { url: string; tokenFile: string }
    // The first one has the preferred port already.
    expect(url).not.toBe(readService().url)
    const wrong = { authorization: 'SSWS wrong' }
    expect((await fetch(`${url}/api/v1/policies?type=PASSWORD`, { headers: wrong })).status).toBe(401)
    const headers = { authorization: `SSWS ${readFileSync(tokenFile, 'utf8').trim()}` }
    expect((await fetch(`${url}/api/v1/policies?type=PASSWORD`, { headers })).status).toBe(200)
    for (const path of [file, tokenFile]) expect(statSync(path).mode & 0o077).toBe(0)
    await second.quit()
    expect(existsSync(file)).toBe(false)
    await expect(fetch(`${url}/api/v1/policies?type=PASSWORD`)).rejects.toThrow()
  } finally {
    await second.dispose()
  }
})

test('a second start with the same profile gives way to the first', async () => {
  const { app, profileDir } = desktop
  const windows = await inProgram(app, async ({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
  await startAgain(profileDir, [])
  expect(await inProgram(app, async ({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(windows)
  expect(await statusOf('/gatehouse/v1/workspace')).toBe(200)
})

function readService(): { url: string } {
  return JSON.parse(readFileSync(join(desktop.profileDir, 'service.json'), 'utf8')) as { url: string }
}
