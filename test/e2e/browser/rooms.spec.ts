import { expect, test } from '@playwright/test'
import { startHeadless, type HeadlessService } from '../../helpers/headless-service.ts'
import { layoutFindings } from '../../helpers/layout-findings.ts'
import { judgeRooms, motionFindings, openProgram, seriousFindings, type Judge } from '../../helpers/room-views.ts'
import { allRooms, type Room } from '../../helpers/rooms.ts'

interface View {
  promise: string
  width: number
  height: number
  colorScheme: 'light' | 'dark'
  judges: readonly Judge[]
}

/** Sizes in CSS pixels: an ordinary window, the smallest one, and a window of 1280×800 at a zoom of 200 %. */
const VIEWS: readonly View[] = [
  {
    promise: 'free of serious obstacles, and still where motion is not wanted, light',
    ...{ width: 1280, height: 800, colorScheme: 'light', judges: [seriousFindings, motionFindings] },
  },
  {
    promise: 'free of serious obstacles, dark',
    ...{ width: 1280, height: 800, colorScheme: 'dark', judges: [seriousFindings] },
  },
  {
    promise: 'whole and free of serious obstacles in the smallest window, dark',
    ...{ width: 800, height: 600, colorScheme: 'dark', judges: [layoutFindings, seriousFindings] },
  },
  {
    promise: 'whole and free of serious obstacles at a zoom of 200 %, dark',
    ...{ width: 640, height: 400, colorScheme: 'dark', judges: [layoutFindings, seriousFindings] },
  },
]

// Each takes minutes.
test.describe.configure({ mode: 'parallel' })

let service: HeadlessService
let rooms: Room[]
test.beforeAll(async () => {
  service = await startHeadless({ sample: true })
  rooms = await allRooms(service)
})
test.afterAll(() => service.dispose())

/** By turns, so that what takes long is shared. */
const HALVES = [
  { half: 'one half', isIn: (index: number) => index % 2 === 0 },
  { half: 'the other half', isIn: (index: number) => index % 2 === 1 },
]

for (const { promise, width, height, colorScheme, judges } of VIEWS)
  for (const { half, isIn } of HALVES)
    test(`every room is ${promise} (${half})`, async ({ browser }) => {
      const page = await openProgram(browser, service, { viewport: { width, height }, colorScheme })
      await judgeRooms(
        page,
        service,
        rooms.filter((_, index) => isIn(index)),
        judges,
      )
      await page.context().close()
    })

test('an address without a page, and one of an object that does not exist, have a heading', async ({ browser }) => {
  const page = await openProgram(browser, service, {})
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto(`${service.url}/#/nowhere`)
  await expect(heading).toHaveText('There is no page at this address')
  for (const path of ['/policies/00punknown', '/directory/groups/00gunknown', '/hooks/whounknown']) {
    await page.goto(`${service.url}/#${path}`)
    await expect(page.getByRole('alert')).toContainText('Not found')
    await expect(heading, path).toHaveCount(1)
  }
  await page.context().close()
})

test('at a zoom of 200 % a long list scrolls with the page, under its titles, to the last row', async ({ browser }) => {
  const page = await openProgram(browser, service, { viewport: { width: 640, height: 400 } })
  await page.goto(`${service.url}/#/directory/people`)
  const table = page.getByRole('main').getByRole('table', { name: 'People' })
  const rows = table.locator('tbody tr.row')
  await expect(rows.first()).toBeAttached()
  const read = async () => Number(await table.getAttribute('aria-rowcount'))
  const first = await read()
  expect(await rows.count(), 'only rows in sight are drawn').toBeLessThan(60)

  const toEnd = () => page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
  await toEnd()
  await expect.poll(read).toBeGreaterThan(first)
  await toEnd()
  await expect(rows.last()).toHaveAttribute('aria-rowindex', String(await read()))
  await expect(rows.last()).toBeInViewport()
  await expect(table.getByRole('columnheader', { name: 'Name' })).toBeInViewport()
  await page.context().close()
})
