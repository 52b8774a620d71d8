import { expect, test, type Locator, type Page } from '@playwright/test'
import { POLICIES, STORIES, ZONES } from '#sample/index.ts'
import { goTo } from '../../helpers/acts/shell.ts'
import { startHeadless, type HeadlessService } from '../../helpers/headless-service.ts'

let service: HeadlessService
test.afterEach(() => service.dispose())

/** What must be in sight of the page that a step leads to, by the names of the sample. */
function seen(page: Page, { open, expect: ruling }: (typeof STORIES)[number]['steps'][number]): Locator {
  const main = page.getByRole('main')
  if (open.page === 'simulate') return page.getByRole('article').filter({ hasText: ruling?.rule ?? '' })
  if (open.page === 'log') return main.getByRole('row').nth(1)
  if (open.page === 'zone') return page.getByText(ZONES.find(({ key }) => key === open.zone)?.name ?? '')
  const rules = POLICIES.find(({ key }) => key === open.policy)?.rules ?? []
  return main.getByRole('row').filter({ hasText: rules.find(({ key }) => key === open.rule)?.name ?? '' })
}

test('the tour is offered with the sample, leads through every step of its stories, and remembers them', async ({
  page,
}) => {
  service = await startHeadless({ sample: true })
  await page.goto(`${service.url}/#token=${service.token}`)
  await page.getByRole('button', { name: 'Take the tour' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tour' })).toBeVisible()
  await expect(page.getByText('0 of 10 done')).toBeVisible()

  const note = page.getByRole('complementary', { name: 'Tour' })
  await page
    .getByRole('button', { name: /^Show me: / })
    .first()
    .click()
  for (const [index, story] of STORIES.entries())
    for (const [at, step] of story.steps.entries())
      await test.step(step.do, async () => {
        await expect(note).toContainText(`${index + 1}. ${story.title}`)
        await expect(note).toContainText(step.do)
        await expect(note).toContainText(step.shows)
        await expect(seen(page, step).first()).toBeVisible()
        const next = note.getByRole('button', { name: story.steps[at + 1] ? 'Next step' : 'Next story' })
        if (await next.isVisible()) await next.click()
      })

  // The last step leads to a drawer, which lies over the page once it has been read.
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await note.getByRole('link').click()
  await expect(page.getByText('10 of 10 done')).toBeVisible()
  await page.getByRole('button', { name: 'End the tour' }).click()
  await expect(note).toBeHidden()

  await page.reload()
  await expect(page.getByText('10 of 10 done')).toBeVisible()
  await page.getByRole('checkbox', { name: `Done: ${STORIES[0]?.title}` }).click()
  await expect(page.getByText('9 of 10 done')).toBeVisible()
  await goTo(page, 'Overview')
  await expect(page.getByRole('button', { name: 'Take the tour' })).toBeHidden()
})

test('without the sample the tour says how to get it, and what it would show', async ({ page }) => {
  service = await startHeadless()
  await page.goto(`${service.url}/#token=${service.token}`)
  await page.getByRole('button', { name: 'Start empty' }).click()
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByText('Take the tour').click()
  await expect(page.getByText('The tour needs the sample organization')).toBeVisible()
  await expect(page.getByText(STORIES[0]?.title ?? '')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Show me/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Load the sample organization' })).toBeVisible()
})
