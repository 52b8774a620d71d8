import { listOption } from '../../helpers/acts/form.ts'
import { SOON, throughReview, typeNameWhereAsked } from '../../helpers/acts/policies.ts'
import { goTo } from '../../helpers/acts/shell.ts'
import { expect, test } from '../../helpers/journey.ts'

test.use({ sample: true })

test('what was changed can be taken back: Ctrl+Z after deleting a rule, an old version of a policy, a deleted policy, an application’s policy', async ({
  journey: { page },
}) => {
  const main = page.getByRole('main')
  const rules = main.getByRole('row').filter({ hasNot: page.getByRole('columnheader') })
  const dialog = page.getByRole('dialog')
  const openPolicy = async (name: string) => {
    await page.getByRole('navigation').first().getByRole('link', { name: 'Policies' }).click()
    await main.getByRole('link', { name, exact: true }).first().click()
    await expect(page.getByRole('heading', { name })).toBeVisible()
  }

  await test.step('a deleted rule comes back to its place by Ctrl+Z, but not while one types', async () => {
    await openPolicy('Contractors')
    await expect(rules.first()).toBeVisible()
    // Names of zones and behaviors arrive behind the rules.
    await expect(rules.filter({ hasText: '…' })).toHaveCount(0)
    const before = await rules.allTextContents()
    await main.getByRole('button', { name: 'More about At our sites' }).click()
    await page.locator('.n-dropdown-option').filter({ hasText: 'Delete' }).click()
    await typeNameWhereAsked(dialog)
    await dialog.getByLabel('Reason (optional)').fill('Ticket 4711')
    await dialog.getByRole('button', { name: 'Delete rule' }).click()
    await expect(rules).toHaveCount(before.length - 1)
    const palette = page.getByRole('combobox', { name: 'Search pages' })
    await page.keyboard.press('Control+k')
    await expect(palette).toBeFocused()
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Escape')
    await expect(palette).toHaveCount(0)
    await expect(rules).toHaveCount(before.length - 1)
    await main.focus()
    await page.keyboard.press('Control+z')
    await expect(rules).toHaveCount(before.length)
    await expect.poll(() => rules.allTextContents()).toEqual(before)
  })

  await test.step('the history says why, and an old version is restored after its diff was shown', async () => {
    await main.getByRole('button', { name: 'Deactivate', exact: true }).click()
    const activate = main.getByRole('button', { name: 'Activate', exact: true })
    await throughReview(page, () => expect(activate).toBeVisible(SOON))
    await main.getByRole('link', { name: 'History' }).click()
    await expect(main.getByText('Ticket 4711')).toBeVisible()
    await main.getByRole('button', { name: 'Restore Contractors, version 1' }).click()
    await expect(dialog.getByRole('row', { name: 'status INACTIVE ACTIVE' })).toBeVisible()
    await dialog.getByLabel('Reason (optional)').fill('Switched off by mistake')
    await typeNameWhereAsked(dialog)
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(main.getByRole('button', { name: 'Deactivate', exact: true })).toBeVisible()
    await expect(main.getByText('Switched off by mistake')).toBeVisible()
  })

  await test.step('a deleted policy is found and restored with its rules', async () => {
    await main.getByRole('button', { name: 'More about Contractors' }).click()
    await page.locator('.n-dropdown-option').filter({ hasText: 'Delete' }).click()
    await typeNameWhereAsked(dialog)
    await dialog.getByRole('button', { name: 'Delete policy' }).click()
    await main.getByRole('button', { name: 'Deleted policies…' }).click()
    await dialog.getByRole('button', { name: /^Restore Contractors/ }).click()
    await typeNameWhereAsked(dialog.last())
    await dialog.last().getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(dialog.getByText('that are deleted show here')).toBeVisible()
    await page.keyboard.press('Escape')
    await openPolicy('Contractors')
    await expect(rules).not.toHaveCount(0)
    await expect(main.getByText('At our sites').first()).toBeVisible()
  })

  await test.step('an application that was given another policy has the earlier one again', async () => {
    await goTo(page, 'Applications')
    await main.getByRole('row', { name: /VPN portal/ }).click()
    const card = main.getByRole('region', { name: 'Policies' })
    const policy = card.getByRole('link').first()
    const before = (await policy.textContent()) ?? ''
    await card.getByRole('button', { name: 'Change authentication policy' }).click()
    const form = page.getByRole('dialog', { name: 'Change authentication policy' })
    await form.getByLabel('Authentication policy').first().click()
    await listOption(page, 'default').click()
    await form.getByRole('button', { name: 'Change policy' }).click()
    await throughReview(page, () => expect(form).toBeHidden(SOON))
    await expect(policy).not.toHaveText(before)
    await expect(page.getByText('VPN portal has another authentication policy')).toBeVisible()
    await main.focus()
    await page.keyboard.press('Control+z')
    await expect(policy).toHaveText(before)
  })
})
