import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { startHeadless } from '../test/helpers/headless-service.ts'

/**
 * `npm run screenshots`: opens the built program on the sample organization and takes the pictures of the README, each in
 * light and dark. Run `npm run build` first.
 */
const FOLDER = join(import.meta.dirname, '../docs/screenshots')
const SYSTEM_CHROMIUM = '/usr/bin/chromium'
const SIZE = { width: 1280, height: 800 }
/** Long enough for charts and counts to have come; nothing moves after that. */
const SETTLED_MS = 1_000

interface Named {
  id: string
  name: string
}

/** What a picture shows: the address, and what is done there first. */
interface Picture {
  name: string
  path: string
  prepare?: (page: Page) => Promise<void>
}

async function pictures(get: (path: string) => Promise<unknown>): Promise<Picture[]> {
  const policies = (await get('/api/v1/policies?type=SVC_SIGN_ON')) as Named[]
  const contractors = policies.find((policy) => policy.name === 'Contractors') ?? (policies[0] as Named)
  const rules = (await get(`/api/v1/policies/${contractors.id}/rules`)) as Named[]
  return [
    { name: 'overview', path: '/' },
    { name: 'policies', path: '/policies' },
    { name: 'rule-editor', path: `/policies/${contractors.id}?rule=${rules[0]?.id}` },
    {
      name: 'simulate',
      path: '/simulate',
      prepare: (page) => page.getByRole('list', { name: 'Examples' }).getByRole('button').last().click(),
    },
    { name: 'audit', path: '/audit' },
  ]
}

const service = await startHeadless({ args: ['--sample', '--port', '7480'], name: 'tidewrack.sqlite' })
const browser = await chromium.launch(existsSync(SYSTEM_CHROMIUM) ? { executablePath: SYSTEM_CHROMIUM } : {})
try {
  mkdirSync(FOLDER, { recursive: true })
  const headers = { authorization: `SSWS ${service.token}` }
  const get = async (path: string) => (await fetch(service.url + path, { headers })).json()
  for (const { name, path, prepare } of await pictures(get))
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport: SIZE, colorScheme, reducedMotion: 'reduce' })
      await page.goto(`${service.url}/#token=${service.token}`)
      await page.locator('main h1').first().waitFor()
      await page.goto(`${service.url}/#${path}`)
      await page.locator('main h1').first().waitFor()
      await page.waitForTimeout(SETTLED_MS)
      await prepare?.(page)
      await page.waitForTimeout(SETTLED_MS)
      await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}.png`) })
      await page.close()
    }
} finally {
  await browser.close()
  await service.dispose()
}
