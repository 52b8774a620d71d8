import { expect, test, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import axe from 'axe-core'
import type { HeadlessService } from './headless-service.ts'
import { enter, fadingEnded, type Room } from './rooms.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** What is wrong with the page as it is shown now, each in a line; empty where nothing is. */
export type Judge = (page: Page) => Promise<string[]>

/** What prevents the use of a page; the lesser findings are advice. */
const SERIOUS = ['serious', 'critical']

/** The serious findings of axe. WHY not its package for Playwright: that reads the whole of axe into the page again for each room. */
export const seriousFindings: Judge = async (page) => {
  await fadingEnded(page)
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ['violations'] }))
  return violations
    .filter((violation) => SERIOUS.includes(violation.impact ?? ''))
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

/** What moves for longer than one can see, where the system asks for no motion. */
export const motionFindings: Judge = (page) =>
  page.evaluate(() => {
    const LONGEST_MS = 10
    const found = new Set<string>()
    const longest = (list: string) =>
      Math.max(...list.split(',').map((one) => parseFloat(one) * (one.trim().endsWith('ms') ? 1 : 1000)))
    const name = (element: Element) =>
      `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}">`
    for (const element of document.querySelectorAll('*'))
      for (const part of [undefined, '::before', '::after']) {
        const style = getComputedStyle(element, part)
        const animated = style.animationName !== 'none' && longest(style.animationDuration) > LONGEST_MS
        const moved = style.transitionProperty !== 'none' && longest(style.transitionDuration) > LONGEST_MS
        if (animated || moved) found.add(`${animated ? 'animation' : 'transition'} of ${name(element)}${part ?? ''}`)
      }
    for (const { effect } of document.getAnimations())
      if (Number(effect?.getComputedTiming().endTime ?? 0) > LONGEST_MS)
        found.add(
          `running: ${effect instanceof KeyframeEffect && effect.target ? name(effect.target) : 'an animation'}`,
        )
    return [...found]
  })

/** A page of the program in a context of its own, once the sample organization is shown. */
export async function openProgram(
  browser: Browser,
  service: HeadlessService,
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  await page.goto(`${service.url}/#token=${service.token}`)
  await expect(page.getByRole('heading', { name: 'Tidewrack Logistics' })).toBeVisible()
  return page
}

/** Comes into every room and judges it; an error in the console is a finding too. */
export async function judgeRooms(
  page: Page,
  service: HeadlessService,
  rooms: readonly Room[],
  judges: readonly Judge[],
): Promise<void> {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  for (const room of rooms)
    await test.step(room.name, async () => {
      await enter(page, service, room)
      for (const judge of judges) expect.soft(await judge(page), room.name).toEqual([])
    })
  expect(complaints).toEqual([])
}
