import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { startHeadless, type HeadlessService } from '../../helpers/headless-service.ts'
import { allRooms, enter, type Room } from '../../helpers/rooms.ts'

/** What keeps somebody from using a page; the lesser findings are advice. */
const SERIOUS = ['serious', 'critical']
const SCHEMES = ['light', 'dark'] as const
let service: HeadlessService
let rooms: Room[]

test.beforeAll(async () => {
  service = await startHeadless({ args: ['--sample'] })
  rooms = await allRooms(service)
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
    test.setTimeout(300_000)
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`${service.url}/#token=${service.token}`)
    await expect(page.getByRole('heading', { name: 'Tidewrack Logistics' })).toBeVisible()
    for (const room of rooms)
      await test.step(room.name, async () => {
        await enter(page, service, room)
        expect.soft(await seriousFindings(page), room.name).toEqual([])
      })
    expect(complaints).toEqual([])
    await context.close()
  })
