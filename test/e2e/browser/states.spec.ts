import { expect, test, type Page } from '@playwright/test'
import { startHeadless, type HeadlessService } from '../../helpers/headless-service.ts'
import { layoutFindings } from '../../helpers/layout-findings.ts'
import { seriousFindings } from '../../helpers/room-views.ts'
import { isRead, leaveFor } from '../../helpers/rooms.ts'

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

const services: HeadlessService[] = []
async function serve(options: { sample?: boolean } = {}): Promise<HeadlessService> {
  const service = await startHeadless(options)
  services.push(service)
  return service
}
test.afterEach(() => Promise.all(services.splice(0).map((service) => service.dispose())))

test.use({ viewport: SMALL, colorScheme: 'dark', contextOptions: { reducedMotion: 'reduce' } })
test.describe.configure({ mode: 'parallel' })

async function open(page: Page, { url }: HeadlessService, token: string): Promise<void> {
  await page.goto(`${url}/#token=${token}`)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
}

/** Comes to every page, waits until it shows what is promised, and judges it. */
async function judgeAll(page: Page, service: HeadlessService, shows: (path: string) => Promise<void>): Promise<void> {
  for (const path of PATHS)
    await test.step(path, async () => {
      await leaveFor(page, service, path)
      await shows(path)
      // Columns are fitted once a page is there.
      await expect
        .configure({ soft: true })
        .poll(() => layoutFindings(page), path)
        .toEqual([])
      expect.soft(await seriousFindings(page), path).toEqual([])
    })
}

test('every page of an empty workspace is whole and free of serious obstacles', async ({ page }) => {
  const empty = await serve()
  await page.goto(`${empty.url}/#token=${empty.token}`)
  const start = page.getByRole('button', { name: 'Start empty' })
  await expect(start).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await start.click()
  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible()
  await judgeAll(page, empty, () => isRead(page))
})

test('every page that a help desk may not read says so, whole and free of serious obstacles', async ({ page }) => {
  const sample = await serve({ sample: true })
  const profile = { login: 'desk@example.com', email: 'desk@example.com', firstName: 'Front', lastName: 'Desk' }
  const credentials = { password: { value: 'Correct-Horse-7' } }
  const { id } = await sample.request<{ id: string }>('POST', '/api/v1/users', { profile, credentials })
  await sample.request('POST', `/api/v1/users/${id}/roles`, { type: 'HELP_DESK_ADMIN' })
  const made = { name: 'Front desk', userId: id }
  const { token } = await sample.request<{ token: string }>('POST', '/gatehouse/v1/api-tokens', made)
  await open(page, sample, token)
  const closed: string[] = []
  await judgeAll(page, sample, async (path) => {
    await isRead(page)
    if (await page.getByRole('heading', { name: 'your roles do not permit this' }).isVisible()) closed.push(path)
  })
  expect(closed).toEqual(expect.arrayContaining(['/policies', '/hooks', '/access/administrators']))
  expect(closed).not.toContain('/directory/people')
})

/** They read when something is chosen. */
const READS_LATER: ReadonlySet<string> = new Set(['/simulate', '/routing-tester'])
/** What the interface answers when something went wrong inside. */
const BROKEN = {
  ...{ errorCode: 'E0000009', errorSummary: 'Internal Server Error', errorLink: 'E0000009' },
  ...{ errorId: 'oaeSTATES', errorCauses: [] },
}

test('every page says what it could not read, whole and free of serious obstacles', async ({ page }) => {
  const sample = await serve({ sample: true })
  await open(page, sample, sample.token)
  await page.route(/\/(api|gatehouse)\/v1\//, (route) => route.fulfill({ status: 500, json: BROKEN }))
  await judgeAll(page, sample, async (path) => {
    if (!READS_LATER.has(path)) await expect(page.getByRole('alert').first(), path).toBeVisible()
  })
})

test('every page that is still being read is whole and free of serious obstacles', async ({ page }) => {
  const sample = await serve({ sample: true })
  await open(page, sample, sample.token)
  await page.route(/\/(api|gatehouse)\/v1\//, () => {})
  await judgeAll(page, sample, (path) => expect(page.getByRole('main'), path).toBeVisible())
})
