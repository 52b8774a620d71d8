import { goTo } from '../../helpers/acts/shell.ts'
import { choose } from '../../helpers/acts/form.ts'
import { expect, test } from '../../helpers/journey.ts'

test.use({ sample: true })

test('groups of an application come from a file, say where from, and stay while they are pushed', async ({
  journey: { page },
}) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')

  await test.step('a file of groups is that of an application, and its columns become properties', async () => {
    await goTo(page, 'Import and export', 'Directory')
    await main.getByText('A row for each group, found by name or id.').click()
    const buffer = Buffer.from('name,Account name\nHarbour clerks,CLERKS\n')
    await main.getByLabel('File to import').setInputFiles({ name: 'groups.csv', mimeType: 'text/csv', buffer })
    await choose(main, 'Application that they come from', 'Crew roster')
    await expect(main.getByRole('row').filter({ hasText: 'Account name' })).toContainText('Property Account_name')
    await main.getByRole('button', { name: 'Check' }).click()
    await main.getByRole('button', { name: 'Apply 1 row' }).click()
    await expect(main).toContainText('All of it was applied.')
  })

  await test.step('its page names the application and the property; no one changes it by hand', async () => {
    await goTo(page, 'Groups', 'Directory')
    await main.getByRole('textbox', { name: 'Search groups' }).fill('profile.Account_name eq "clerks"')
    // The list as it was has the group too, and a click on that would be lost.
    await expect(main.getByRole('row').filter({ hasText: 'Helm account managers' })).toHaveCount(0)
    await main.getByRole('row').filter({ hasText: 'Harbour clerks' }).click()
    const card = main.getByRole('region', { name: 'Imported' })
    await expect(card.getByRole('link', { name: 'Crew roster' })).toBeVisible()
    await expect(card).toContainText('CLERKS')
    await expect(main.getByText('Add people')).toHaveCount(0)
  })

  await test.step('one that is pushed says so, and a deletion is refused with the reason', async () => {
    await goTo(page, 'Groups', 'Directory')
    await main.getByRole('textbox', { name: 'Search groups' }).fill('Helm account')
    await expect(main.getByRole('row').filter({ hasText: 'Harbour clerks' })).toHaveCount(0)
    await main.getByRole('row').filter({ hasText: 'Helm account managers' }).click()
    await expect(main.getByRole('region', { name: 'Imported' })).toContainText('it cannot be deleted')
    await main.getByRole('button', { name: 'More about Helm account managers' }).click()
    await page.locator('.n-dropdown-option', { hasText: 'Delete group…' }).click()
    await dialog.getByRole('button', { name: 'Delete group' }).click()
    await expect(dialog).toContainText('Sales is pushed to Helm account managers')
  })
})
