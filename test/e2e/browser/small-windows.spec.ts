import { expect, test } from '@playwright/test'
import { startHeadless, type HeadlessService } from '../../helpers/headless-service.ts'
import { layoutFindings } from '../../helpers/layout-findings.ts'
import { allRooms, enter, type Room } from '../../helpers/rooms.ts'

/** In CSS pixels: the smallest window, and a window of 1280×800 at a zoom of 200 %. */
const SIZES = [
  { name: 'the smallest window', width: 800, height: 600 },
  { name: 'a zoom of 200 %', width: 640, height: 400 },
]

let service: HeadlessService
let rooms: Room[]
test.beforeAll(async () => {
  service = await startHeadless({ args: ['--sample'] })
  rooms = await allRooms(service)
})
test.afterAll(() => service.dispose())

for (const { name, width, height } of SIZES)
  test(`every room is whole in ${name}: nothing overlaps or is cut off, one scroller a page`, async ({ browser }) => {
    test.setTimeout(300_000)
    const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto(`${service.url}/#token=${service.token}`)
    await expect(page.getByRole('heading', { name: 'Tidewrack Logistics' })).toBeVisible()
    for (const room of rooms)
      await test.step(room.name, async () => {
        await enter(page, service, room)
        expect.soft(await layoutFindings(page), room.name).toEqual([])
      })
    await context.close()
  })
