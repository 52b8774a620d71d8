import { typeNameWhereAsked } from '../../helpers/acts/policies.ts'
import { goTo } from '../../helpers/acts/shell.ts'
import { expect, test } from '../../helpers/journey.ts'

test.use({ sample: true })

test('many zones are switched off after one review, with a reason; they and a pasted list come back by one Ctrl+Z', async ({
  journey: { page },
}) => {
  const main = page.getByRole('main')
  const rows = main.getByRole('row').filter({ has: page.getByRole('checkbox', { name: /^Select row/ }) })
  const dialog = page.getByRole('dialog', { name: 'Deactivate 3 network zones' })
  await goTo(page, 'Network zones')
  await expect(rows.first()).toContainText('Active')
  const before = await rows.allTextContents()

  await test.step('who is affected is shown before anything happens', async () => {
    const active = rows.filter({ hasText: /Active$/ })
    for (const at of [0, 1, 2]) await active.nth(at).getByRole('checkbox').click()
    await main
      .getByRole('toolbar', { name: 'Selected rows' })
      .getByRole('button', { name: /^Deactivate/ })
      .click()
    await expect(dialog.getByRole('region', { name: 'Who is affected' })).toBeVisible()
    await expect(rows).toHaveText(before)
  })

  await test.step('they are switched off, and their history says why', async () => {
    await dialog.getByLabel('Reason (optional)').fill('The office moves')
    await typeNameWhereAsked(dialog)
    await dialog.getByRole('button', { name: 'Deactivate 3 network zones' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('3 network zones deactivated')).toBeVisible()
    const inactive = rows.filter({ hasText: 'Inactive' })
    await expect(inactive).not.toHaveCount(0)
    await inactive.first().click()
    await expect(page.getByRole('dialog').getByText('The office moves')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('one Ctrl+Z takes all of it back', async () => {
    await main.focus()
    await page.keyboard.press('Control+z')
    await expect(page.getByText('Undone: 3 network zones deactivated')).toBeVisible()
    await expect(rows).toHaveText(before)
  })

  await test.step('a pasted list of members is taken back at once too', async () => {
    await goTo(page, 'People', 'Directory')
    await expect(rows).not.toHaveCount(0)
    const logins = (await rows.locator('td:nth-child(3)').allTextContents()).slice(0, 3)
    await goTo(page, 'Groups', 'Directory')
    await main.getByRole('button', { name: 'Create group' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('Night shift')
    await form.getByRole('button', { name: 'Create group' }).click()
    const members = main.getByRole('region', { name: 'Members' })
    await members.getByRole('button', { name: 'Paste a list…' }).click()
    await form.getByLabel('Logins or email addresses').fill(logins.join('; '))
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(members.getByRole('link')).toHaveCount(3)
    await expect(form).toBeHidden()
    await main.focus()
    await page.keyboard.press('Control+z')
    await expect(members.getByRole('link')).toHaveCount(0)
  })
})
