import { expect, test, type Page } from '@playwright/test'
import { startHeadless, type HeadlessService } from '../../helpers/headless-service.ts'
import { layoutFindings } from '../../helpers/layout-findings.ts'
import { seriousFindings } from '../../helpers/room-views.ts'

/** Pages without an object, of each make. */
const PATHS = [
  ...['/organization', '/', '/policies', '/simulate', '/audit', '/audit/integrity', '/group-rules', '/networks'],
  ...['people', 'groups', 'groups/attributes', 'user-types', 'imports'].map((name) => `/directory/${name}`),
  ...['/applications', '/identity-providers', '/trusted-certificates', '/routing-tester', '/hooks', '/hooks/receiver'],
  ...[
    'authenticators',
    'behaviours',
    'device-assurance',
    'authorization-servers',
    'api-tokens',
    'rate-limits',
    'clients',
  ]
    .concat('clients?view=consents', 'sign-in', 'administrators', 'administrators?view=rights')
    .map((name) => `/access/${name}`),
  ...['/jobs', '/settings/audit-log', '/settings/backups'],
] as const
const SMALL = { width: 800, height: 600 }

async function open(page: Page, { url }: HeadlessService, token: string): Promise<void> {
  await page.goto(`${url}/#token=${token}`)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
}

/** Comes to every page, waits until it shows what is promised, and judges it. */
async function judgeAll(page: Page, { url }: HeadlessService, shows: (page: Page) => Promise<void>): Promise<void> {
  for (const path of PATHS)
    await test.step(path, async () => {
      await page.goto(`${url}/#${path}`)
      await shows(page)
      expect.soft(await layoutFindings(page), path).toEqual([])
      expect.soft(await seriousFindings(page), path).toEqual([])
    })
}

/** All that is read has come. */
async function isRead(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

test.use({ viewport: SMALL, colorScheme: 'dark', reducedMotion: 'reduce' } as never)
test.describe.configure({ mode: 'parallel', timeout: 180_000 })

test('every page of an empty workspace is whole and free of serious obstacles', async ({ page }) => {
  const service = await startHeadless()
  await page.goto(`${service.url}/#token=${service.token}`)
  const start = page.getByRole('button', { name: 'Start empty' })
  await expect(start).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await start.click()
  await judgeAll(page, service, isRead)
  await service.dispose()
})

test('every page that may not be read by a help desk says so, whole and free of serious obstacles', async ({
  page,
}) => {
  const service = await startHeadless({ args: ['--sample'] })
  const [person] = await service.request<{ id: string }[]>('GET', '/api/v1/users?limit=1&search=status eq "ACTIVE"')
  await service.request('POST', `/api/v1/users/${person?.id}/roles`, { type: 'HELP_DESK_ADMIN' })
  const made = { name: 'Front desk', userId: person?.id }
  const { token } = await service.request<{ token: string }>('POST', '/gatehouse/v1/api-tokens', made)
  await open(page, service, token)
  await judgeAll(page, service, isRead)
  await service.dispose()
})

/** What the interface answers when something went wrong inside. */
const BROKEN = {
  ...{ errorCode: 'E0000009', errorSummary: 'Internal Server Error', errorLink: 'E0000009' },
  ...{ errorId: 'oaeSTATES', errorCauses: [] },
}

test('every page says what it could not read, whole and free of serious obstacles', async ({ page }) => {
  const service = await startHeadless({ args: ['--sample'] })
  await open(page, service, service.token)
  await page.route(/\/(api|gatehouse)\/v1\//, (route) => route.fulfill({ status: 500, json: BROKEN }))
  await judgeAll(page, service, (shown) => expect(shown.getByRole('alert').first()).toBeVisible())
  await service.dispose()
})

test('every page that is still being read is whole and free of serious obstacles', async ({ page }) => {
  const service = await startHeadless({ args: ['--sample'] })
  await open(page, service, service.token)
  await page.route(/\/(api|gatehouse)\/v1\//, () => {})
  await judgeAll(page, service, (shown) => expect(shown.getByRole('main')).toBeVisible())
  await service.dispose()
})
