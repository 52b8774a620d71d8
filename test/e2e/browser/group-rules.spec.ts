import { choose, chooseAll } from '../../helpers/acts/form.ts'
import { goTo } from '../../helpers/acts/shell.ts'
import { expectDecidedBy, simulate } from '../../helpers/acts/simulate.ts'
import { expect, test } from '../../helpers/journey.ts'

test.use({ sample: true })

test('a group rule: written, seen who joins, activated, and a sign-in is decided otherwise because of it', async ({
  journey: { page },
}) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog').last()
  const CLERK = 'Rhys Palanisamy'
  const askPayroll = async () => choose(await simulate(page, CLERK), 'Application', 'Ledgerline Payroll')

  await test.step('a clerk in Finance gets into payroll', async () => {
    await askPayroll()
    await expectDecidedBy(page, 'ACCESS_POLICY', 'Sensitive applications', 'Catch-all Rule')
  })

  await test.step('write a rule that puts clerks among the contractors, and preview it', async () => {
    await goTo(page, 'Group rules', 'Directory')
    await main.getByRole('button', { name: 'Create group rule' }).first().click()
    await expect(dialog).toContainText('True for the people the rule is for')
    await dialog.getByLabel('Name').fill('Clerks from the agency')
    await dialog.getByRole('textbox', { name: 'Condition' }).fill('user.title == "Accounts payable clerk"')
    await chooseAll(dialog, 'Put into groups', ['Contractors'])
    await dialog.getByRole('button', { name: 'Preview who would join' }).click()
    await expect(dialog.getByText(/^The rule holds for \d+ of 300 people\.$/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Create group rule' }).click()
    await expect(page.getByRole('heading', { name: 'Clerks from the agency', exact: true })).toBeVisible()
  })

  await test.step('see who joins, by name, before it is activated', async () => {
    await page.getByRole('button', { name: 'Activate…' }).click()
    await expect(dialog).toContainText(/\d+ (person|people) would join/)
    await dialog.getByRole('button', { name: 'Show names' }).click()
    await expect(dialog.getByRole('link', { name: CLERK })).toBeVisible()
    await dialog.getByRole('button', { name: 'Activate group rule' }).click()
    await expect(page.getByRole('button', { name: 'Deactivate' })).toBeVisible()
    await page.keyboard.press('Escape')
    const row = main.getByRole('row').filter({ hasText: 'Clerks from the agency' })
    await expect(row).toContainText('Active')
    await expect(row.getByRole('cell', { name: /^[1-9]\d*$/ })).toBeVisible()
  })

  await test.step('the page of the group names the rule', async () => {
    await main.getByRole('link', { name: 'Contractors' }).first().click()
    const card = main.getByRole('region', { name: 'Filled by rules' })
    await expect(card.getByRole('link', { name: 'Clerks from the agency' })).toBeVisible()
    await expect(card).toContainText('user.title == "Accounts payable clerk"')
  })

  await test.step('payroll is refused to the clerk now', async () => {
    await askPayroll()
    await expectDecidedBy(page, 'ACCESS_POLICY', 'Sensitive applications', 'No payroll for contractors in Finance')
  })
})
