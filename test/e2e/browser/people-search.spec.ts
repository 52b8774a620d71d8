import { menuOption } from '../../helpers/acts/form.ts'
import { goTo } from '../../helpers/acts/shell.ts'
import { expect, test } from '../../helpers/journey.ts'

test.use({ sample: true })

test('a person is found by an expression, in the order that is asked for, suspended, and the audit log says so', async ({
  journey: { page },
}) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const firstName = () => main.getByRole('row').nth(1).getByRole('cell').nth(1)

  await test.step('all that match are selected at once, beyond the rows that were read', async () => {
    await goTo(page, 'Directory')
    const chosen = main.getByRole('toolbar', { name: 'Selected rows' })
    await main.getByRole('checkbox', { name: 'Select all rows' }).click()
    await expect(chosen).toContainText('200 selected')
    await chosen.getByRole('button', { name: 'Select all that match' }).click()
    await expect(chosen).toContainText('288 selected')
    await chosen.getByRole('button', { name: /^Suspend/ }).click()
    await expect(dialog.getByRole('button', { name: /^Suspend \d+ people$/ })).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('the service does it to all of them, says who could not be, and takes it back', async () => {
    await main
      .getByRole('toolbar', { name: 'Selected rows' })
      .getByRole('button', { name: /^Suspend/ })
      .click()
    const suspend = dialog.getByRole('button', { name: 'Suspend 288 people' })
    await expect(suspend).toBeDisabled()
    await dialog.getByLabel('Type “suspend 288” to go on').fill('suspend 288')
    await suspend.click()
    await expect(dialog.getByRole('status')).toContainText(/people suspended · \d+ could not be/)
    await expect(dialog.getByRole('list', { name: 'Why some could not be changed' })).toContainText('already suspended')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(page.getByText(/^Undone: \d+ people suspended$/)).toBeVisible()
    await main.getByRole('button', { name: 'Recent changes' }).click()
    await expect(dialog.getByRole('list', { name: 'Recent changes' })).toContainText(
      /\d+ could not be · \d+ taken back/,
    )
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('find active people by an expression', async () => {
    await main.getByLabel('Search people').fill('profile.department sw "Fin" and status eq "ACTIVE"')
    await expect(main.getByRole('status').filter({ hasText: 'found' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('chips say the same as the expression, and change it', async () => {
    const field = main.getByLabel('Search people')
    const chips = main.getByRole('group', { name: 'Search filters' })
    await chips.getByRole('button', { name: 'Remove filter: status is ACTIVE' }).click()
    await expect(field).toHaveValue('profile.department sw "Fin"')
    await chips.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('combobox', { name: 'Attribute' }).fill('status')
    await page.getByRole('option', { name: 'status', exact: true }).click()
    await page.getByRole('combobox', { name: 'Value' }).click()
    await page.getByRole('option', { name: 'ACTIVE', exact: true }).click()
    await page.getByRole('dialog', { name: 'Add filter' }).getByRole('button', { name: 'Add' }).click()
    await expect(field).toHaveValue('profile.department sw "Fin" and status eq "ACTIVE"')
    await field.fill('profile.department sw "Fin" or status eq "ACTIVE"')
    await expect(main.getByText('it is edited as text')).toBeVisible()
    await field.fill('profile.department sw "Fin" and status eq "ACTIVE"')
    await page.keyboard.press('Escape')
    await expect(chips.getByRole('button', { name: /^Edit filter/ })).toHaveCount(2)
  })

  await test.step('the search is saved under a name, renamed, opened again after a reload, and deleted', async () => {
    const saved = (name: string) => main.getByRole('button', { name, exact: true })
    await saved('Saved searches').click()
    await page.getByRole('button', { name: 'Save as new' }).click()
    await dialog.getByLabel('Name').fill('Finance')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await saved('Finance').click()
    await page.getByRole('button', { name: 'More about Finance' }).click()
    await menuOption(page, 'Rename').click()
    await dialog.getByLabel('Name').fill('Active in finance')
    await dialog.getByRole('button', { name: 'Rename', exact: true }).click()
    await expect(saved('Active in finance')).toBeVisible()
    await main.getByLabel('Search people').fill('')
    await expect(saved('Saved searches')).toBeVisible()
    await page.reload()
    await saved('Saved searches').click()
    await page.getByRole('button', { name: /^Active in finance/ }).click()
    await expect(main.getByLabel('Search people')).toHaveValue(/profile.department sw "Fin"/)
    await saved('Active in finance').click()
    await page.getByRole('button', { name: 'More about Active in finance' }).click()
    await menuOption(page, 'Delete').click()
    await expect(page.getByText('Deleted “Active in finance”.')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('the service sorts what was found; an attribute of their profiles becomes a column', async () => {
    const header = main.getByRole('columnheader', { name: 'Name' }).getByRole('button')
    await header.click()
    await expect(page).toHaveURL(/sort=name/)
    const first = await firstName().textContent()
    await header.click()
    await expect(page).toHaveURL(/sort=-name/)
    await expect(firstName()).not.toHaveText(first ?? '')
    await main.getByRole('button', { name: 'Columns' }).click()
    await dialog.getByRole('checkbox', { name: 'Department' }).click()
    await page.keyboard.press('Escape')
    await expect(main.getByRole('columnheader', { name: 'Department' })).toBeVisible()
  })

  await test.step('their page says why they have what they have, and what a sign-in comes to', async () => {
    await firstName().click()
    const apps = main.getByRole('region', { name: 'Applications, and a sign-in now' })
    await expect(apps.getByRole('link', { name: /^Simulate a sign-in of/ }).first()).toBeVisible()
    await expect(apps).toContainText(/Through|Assigned to them/)
    await expect(main.getByRole('region', { name: 'Groups' })).toContainText('Everyone is in it')
    await expect(main.getByRole('region', { name: 'Recent sign-ins' })).toBeVisible()
  })

  await test.step('suspend them: no application lets them in', async () => {
    await main
      .getByRole('button', { name: /^More about/ })
      .first()
      .click()
    await menuOption(page, 'Suspend…').click()
    await dialog.getByRole('button', { name: 'Suspend person' }).click()
    await expect(dialog).toBeHidden()
    await expect(main.getByRole('region', { name: 'Applications, and a sign-in now' })).toContainText('suspended')
  })

  await test.step('the audit log has the event', async () => {
    await goTo(page, 'Audit')
    await expect(main.getByRole('row', { name: /Suspend user/ }).first()).toContainText('Success')
  })
})
