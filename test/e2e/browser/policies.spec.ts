import { confirmDelete } from '../../helpers/acts/policies.ts'
import { expect, test } from '../../helpers/journey.ts'

test.use({ sample: true })

test('policies stay where they are put: create, move by keyboard, undo, switch off, delete with what it touches', async ({
  journey: { page },
}) => {
  const main = page.getByRole('main')
  const table = main.getByRole('table')
  /** Names in the order of evaluation. */
  const order = () => table.getByRole('row').locator('.name > a').allTextContents()
  const row = (name: string) => table.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
  const choose = async (name: string, act: string) => {
    // The menu that was open before fades out first.
    await expect(page.locator('.n-dropdown-menu')).toHaveCount(0)
    await row(name)
      .getByRole('button', { name: `More about ${name}` })
      .click()
    await page.locator('.n-dropdown-option').filter({ hasText: act }).click()
  }
  let before: string[] = []

  await test.step('the sample has seven, the default last', async () => {
    await page.getByRole('navigation').first().getByRole('link', { name: 'Policies' }).click()
    await expect(row('Default Policy')).toBeVisible()
    before = await order()
    expect(before).toHaveLength(7)
    expect(before.at(-1)).toBe('Default Policy')
  })

  await test.step('a new one goes above the default', async () => {
    await main.getByRole('button', { name: 'Create policy' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Harbour pilots')
    await dialog.getByRole('button', { name: 'Create policy' }).click()
    await expect(page.getByRole('heading', { name: 'Harbour pilots' })).toBeVisible()
    await page.getByRole('navigation').first().getByRole('link', { name: 'Policies' }).click()
    await expect(row('Harbour pilots')).toBeVisible()
    expect(await order()).toEqual([...before.slice(0, -1), 'Harbour pilots', 'Default Policy'])
  })

  await test.step('Alt and an arrow move it, and undo takes it back', async () => {
    await row('Harbour pilots').focus()
    await page.keyboard.press('Alt+ArrowUp')
    const moved = [...before.slice(0, -2), 'Harbour pilots', before.at(-2), 'Default Policy']
    await expect.poll(order).toEqual(moved)
    const toast = page.locator('.n-message').filter({ hasText: 'Harbour pilots moved' })
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(order).toEqual([...before.slice(0, -1), 'Harbour pilots', 'Default Policy'])
    await page.reload()
    await expect.poll(order).toEqual([...before.slice(0, -1), 'Harbour pilots', 'Default Policy'])
  })

  await test.step('it is switched off, and deleted after it was seen who is affected', async () => {
    await choose('Harbour pilots', 'Deactivate')
    await expect(row('Harbour pilots')).toContainText('Inactive')
    await choose('Partners', 'Delete')
    await expect(page.getByRole('dialog')).toContainText('Its 3 rules are deleted too')
    await confirmDelete(page, 'policy', 'Partners')
    await expect(row('Partners')).toHaveCount(0)
    expect(await order()).toEqual([
      ...before.filter((name) => !['Partners', 'Default Policy'].includes(name)),
      'Harbour pilots',
      'Default Policy',
    ])
  })
})
