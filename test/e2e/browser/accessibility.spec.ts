import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { startHeadless, type HeadlessService } from '../../helpers/headless-service.ts'

/** What keeps somebody from using a page; the lesser findings are advice. */
const SERIOUS = ['serious', 'critical']
const SCHEMES = ['light', 'dark'] as const

let service: HeadlessService
let rooms: { name: string; path: string }[]

test.beforeAll(async () => {
  service = await startHeadless({ args: ['--sample'] })
  const get = async (path: string): Promise<{ id: string }[]> => {
    const reply = await fetch(service.url + path, { headers: { authorization: `SSWS ${service.token}` } })
    return (await reply.json()) as { id: string }[]
  }
  const [policy] = await get('/api/v1/policies?type=SVC_SIGN_ON')
  const [rule] = await get(`/api/v1/policies/${policy?.id}/rules`)
  const [access] = await get('/api/v1/policies?type=ACCESS_POLICY')
  const [user] = await get('/api/v1/users?limit=1')
  const [group] = await get('/api/v1/groups?q=Contractors')
  const [app] = await get('/api/v1/apps?limit=1')
  rooms = [
    { name: 'overview', path: '/' },
    { name: 'policies', path: '/policies' },
    { name: 'authentication policies', path: '/policies?type=ACCESS_POLICY' },
    { name: 'a policy', path: `/policies/${policy?.id}` },
    { name: 'an authentication policy', path: `/policies/${access?.id}` },
    { name: 'the rule editor', path: `/policies/${policy?.id}?rule=${rule?.id}` },
    { name: 'simulate', path: '/simulate' },
    { name: 'audit', path: '/audit' },
    { name: 'people', path: '/directory/people' },
    { name: 'a person', path: `/directory/people/${user?.id}` },
    { name: 'groups', path: '/directory/groups' },
    { name: 'a group', path: `/directory/groups/${group?.id}` },
    { name: 'user types', path: '/directory/user-types' },
    { name: 'applications', path: '/applications' },
    { name: 'an application', path: `/applications/${app?.id}` },
    { name: 'networks', path: '/networks' },
    { name: 'settings', path: '/settings' },
  ]
})
test.afterAll(() => service.dispose())

async function seriousFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter((violation) => SERIOUS.includes(violation.impact ?? ''))
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

for (const colorScheme of SCHEMES)
  test(`every room is free of serious obstacles, ${colorScheme}`, async ({ browser }) => {
    test.setTimeout(180_000)
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`${service.url}/#token=${service.token}`)
    await expect(page.getByRole('heading', { name: 'Tidewrack Logistics' })).toBeVisible()
    for (const { name, path } of rooms)
      await test.step(name, async () => {
        await page.goto(`${service.url}/#${path}`)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        await page.waitForLoadState('networkidle')
        expect(await seriousFindings(page), name).toEqual([])
      })
    expect(complaints).toEqual([])
    await context.close()
  })
