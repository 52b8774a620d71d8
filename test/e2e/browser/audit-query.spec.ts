import { expect, test, type Page } from '@playwright/test'
import { startHeadless, type HeadlessService } from '../../helpers/headless-service.ts'

let service: HeadlessService
test.beforeAll(async () => {
  service = await startHeadless({ sample: true })
})
test.afterAll(() => service.dispose())

async function openAudit(page: Page, query = '') {
  await page.goto(`${service.url}/#token=${service.token}`)
  await expect(page.getByRole('heading', { name: 'Tidewrack Logistics' })).toBeVisible()
  await page.goto(`${service.url}/#/audit${query}`)
  await expect(page.locator('tbody time').first()).toBeVisible()
}
/** What the log calls each person of the sample. */
async function namesOfPeople(): Promise<string[]> {
  const names: string[] = []
  let next: string | undefined = `${service.url}/api/v1/users?limit=200`
  while (next) {
    const reply: Response = await fetch(next, { headers: { authorization: `SSWS ${service.token}` } })
    const people = (await reply.json()) as { profile: { firstName: string; lastName: string } }[]
    names.push(...people.map(({ profile }) => `${profile.firstName} ${profile.lastName}`))
    next = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1]
  }
  return names
}
const addressOf = (page: Page) => decodeURIComponent(page.url().replaceAll('+', ' '))

test('a second value of a facet means either: the first hides no other, and the text says the same', async ({
  page,
}) => {
  await openAudit(page, '?range=month')
  await page.getByRole('button', { name: 'Facets' }).click()
  const outcomes = page.getByRole('region', { name: 'Outcome' })
  const value = (name: string) => outcomes.getByRole('button', { name: new RegExp(`^(included )?${name}`) })
  await value('Failure').click()
  await expect(page.getByRole('button', { name: /^Edit filter: Outcome is Failure/ })).toBeVisible()
  await expect(value('Success')).toBeVisible()
  await value('Challenged').click()
  await expect(page.getByRole('button', { name: /^Edit filter: Outcome is any of Failure, Challenged/ })).toBeVisible()
  await expect.poll(() => addressOf(page)).toContain('outcome.result eq "FAILURE" or outcome.result eq "CHALLENGE"')
  await page.getByRole('button', { name: 'Filter as text' }).click()
  await page.getByRole('button', { name: 'Filter as text' }).click()
  await expect(page.getByRole('button', { name: /^Edit filter: Outcome is any of/ })).toBeVisible()
  await value('Failure').click()
  await expect(page.getByRole('button', { name: /^Edit filter: Outcome is Challenged/ })).toBeVisible()
})

test('in a window of 1280 people are read by their whole names, words have a wide field, and opened facets are remembered', async ({
  page,
}) => {
  await openAudit(page, `?filter=${encodeURIComponent('actor.type eq "User"')}`)
  const actors = page.locator('tbody td.actor')
  expect(await actors.count()).toBeGreaterThan(5)
  const cut = await actors.evaluateAll((cells) =>
    cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
  )
  expect(cut).toEqual([])
  // Who acted of late depends on the hour at which the sample is made: everybody's name is to fit.
  const tooWide = await actors.first().evaluate(
    (cell, names) => {
      const measure = cell.appendChild(document.createElement('span'))
      measure.style.position = 'absolute'
      const { paddingLeft, paddingRight } = getComputedStyle(cell)
      const room = cell.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
      const wide = names.filter((name) => {
        measure.textContent = name
        return measure.getBoundingClientRect().width > room
      })
      measure.remove()
      return wide
    },
    await namesOfPeople(),
  )
  expect(tooWide).toEqual([])

  await page.getByRole('button', { name: 'Clear' }).click()
  const words = page.getByRole('search', { name: 'Audit log' }).getByRole('textbox').first()
  await expect.poll(async () => (await words.boundingBox())?.width ?? 0).toBeGreaterThan(320)

  const facets = page.getByRole('region', { name: 'Outcome' })
  await expect(facets).toBeHidden()
  await page.getByRole('button', { name: 'Facets' }).click()
  await page.reload()
  await expect(facets).toBeVisible()
})

test('a range is typed; what does not read is answered with what would', async ({ page }) => {
  await openAudit(page)
  await page.getByRole('button', { name: 'Custom' }).click()
  const range = page.getByRole('dialog', { name: 'Custom time range' }).getByLabel('Range', { exact: true })
  await range.fill('a fortnight')
  await range.press('Enter')
  await expect(page.getByText('“a fortnight” is not a range. Try “last 90 minutes”')).toBeVisible()
  await range.fill('3 d')
  await range.press('Enter')
  await expect(page.getByRole('button', { name: 'Last 3 days' })).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => addressOf(page)).toContain('range=last 3 days')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Last 3 days' })).toHaveAttribute('aria-pressed', 'true')
})

test('columns are chosen, moved and sized, also by keys, and remembered', async ({ page }) => {
  await openAudit(page)
  const titles = () => page.getByRole('table', { name: 'Audit log' }).getByRole('columnheader').allInnerTexts()
  await page.getByRole('button', { name: 'Columns' }).click()
  const picker = page.getByRole('dialog', { name: 'Columns' })
  await picker.getByText('Target').click()
  await picker.getByText('Severity').click()
  await picker.getByRole('button', { name: 'Move Outcome to the left' }).click()
  await page.keyboard.press('Escape')
  const expected = ['Time', 'Event', 'Outcome', 'Actor', 'Address', 'Severity']
  await expect.poll(async () => (await titles()).slice(0, 6).map((text) => text.trim())).toEqual(expected)

  const edge = page.getByRole('separator', { name: 'Width of Actor' })
  const before = Number(await edge.getAttribute('aria-valuenow'))
  await edge.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(edge).toHaveAttribute('aria-valuenow', String(before + 16))
  await page.reload()
  await expect(page.getByRole('separator', { name: 'Width of Actor' })).toHaveAttribute(
    'aria-valuenow',
    String(before + 16),
  )
  expect((await titles()).slice(0, 6).map((text) => text.trim())).toEqual(expected)
})
