import { expect, test } from '../../helpers/journey.ts'

test.use({ sample: true })

test('the directory: a group is made, a bad address is told with its line, an object is found by name', async ({
  journey: { page },
}) => {
  const main = page.getByRole('main')
  const goTo = (room: string) => page.getByRole('navigation').first().getByRole('link', { name: room }).first().click()
  const dialog = page.getByRole('dialog')

  await test.step('make a group; one of the same name is refused beside the field', async () => {
    await goTo('Directory')
    await page.getByRole('navigation').first().getByRole('link', { name: 'Groups' }).click()
    await main.getByRole('button', { name: 'Create group' }).click()
    await dialog.getByLabel('Name').fill('Contractors')
    await dialog.getByRole('button', { name: 'Create group' }).click()
    await expect(dialog).toContainText('Another group is named Contractors.')
    await dialog.getByLabel('Name').fill('Harbour pilots')
    await dialog.getByRole('button', { name: 'Create group' }).click()
    await expect(page.getByRole('heading', { name: 'Harbour pilots' })).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  await test.step('a network with a bad address is refused with its line', async () => {
    await goTo('Network zones')
    await main.getByRole('button', { name: 'Create zone' }).click()
    await dialog.getByLabel('Name').fill('New pier')
    await dialog.getByRole('textbox', { name: 'Addresses' }).fill('203.0.113.0/24\n203.0.113.0/99')
    await dialog.getByRole('button', { name: 'Create zone' }).click()
    await expect(dialog.getByRole('alert').last()).toContainText('Line 2')
    await dialog.getByRole('textbox', { name: 'Addresses' }).fill('203.0.113.0/24')
    await dialog.getByRole('button', { name: 'Create zone' }).click()
    await expect(main).toContainText('New pier')
  })

  await test.step('the palette finds the new group by its name', async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    const search = page.getByRole('combobox', { name: 'Search pages' })
    await expect(search).toBeFocused()
    await page.keyboard.type('Harbour pil')
    await expect(search).toHaveValue('Harbour pil')
    await page.getByRole('option').filter({ hasText: 'Harbour pilots' }).first().click()
    await expect(page.getByRole('heading', { name: 'Harbour pilots' })).toBeVisible()
  })
})
