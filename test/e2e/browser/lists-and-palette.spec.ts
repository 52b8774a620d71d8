import { readFile } from 'node:fs/promises'
import { chooseFound } from '../../helpers/acts/form.ts'
import { openType, policyRow } from '../../helpers/acts/policies.ts'
import { goTo } from '../../helpers/acts/shell.ts'
import { simulate } from '../../helpers/acts/simulate.ts'
import { expect, test } from '../../helpers/journey.ts'

test.use({ sample: true })

test('several policies are switched off and deleted after one review, with one way back', async ({
  journey: { page },
}) => {
  await openType(page, 'SVC_SIGN_ON')
  const main = page.getByRole('main')
  const bar = main.getByRole('toolbar', { name: 'Selected rows' })
  const search = main.getByRole('textbox', { name: 'Search policies' })
  const dialog = page.getByRole('dialog')
  const choose = (name: string) => policyRow(page, name).getByRole('checkbox').check()
  const bulk = (name: RegExp) => bar.getByRole('button', { name }).click()

  await test.step('words of whom a policy is for find it too, with a letter wrong', async () => {
    await search.fill('contrctors')
    await expect(policyRow(page, 'Contractors')).toBeVisible()
    await expect(policyRow(page, 'Office staff')).toHaveCount(0)
    await search.clear()
    await expect(policyRow(page, 'Office staff')).toBeVisible()
  })

  await test.step('columns are chosen, and the list says why it cannot be sorted', async () => {
    const header = main.getByRole('columnheader', { name: 'Last change' })
    await expect(header).toBeVisible()
    await main.getByRole('button', { name: 'Columns' }).click()
    const columns = page.getByRole('dialog', { name: 'Columns' })
    await expect(columns).toContainText('cannot be sorted')
    await columns.getByRole('checkbox', { name: 'Last change' }).click()
    await expect(header).toHaveCount(0)
    await page.reload()
    await expect(main.getByRole('columnheader', { name: 'Status' })).toBeVisible()
    await expect(header).toHaveCount(0)
    await main.getByRole('button', { name: 'Columns' }).click()
    await columns.getByRole('checkbox', { name: 'Last change' }).click()
    await expect(header).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(columns).toHaveCount(0)
  })

  await test.step('the default cannot be chosen', async () => {
    await expect(policyRow(page, 'Default Policy').getByRole('checkbox')).toHaveCount(0)
  })

  await test.step('one review tells who is affected by all of it, and asks for more than a click', async () => {
    await choose('Office staff')
    await choose('Contractors')
    await expect(bar).toContainText('2 selected')
    await bulk(/^Deactivate$/)
    await expect(dialog).toContainText('Deactivate 2 policies')
    await expect(dialog.getByRole('listitem').filter({ hasText: /^Office staff$/ })).toBeVisible()
    await expect(dialog.getByRole('region', { name: 'Who is affected' })).toContainText(
      /of 288 people (is|are) affected/,
    )
  })

  await test.step('they are switched off, and Ctrl+Z switches both on again', async () => {
    await dialog.getByLabel('Reason (optional)').fill('A rehearsal')
    const typed = dialog.getByLabel(/^Type “deactivate 2”/)
    if (await typed.isVisible()) await typed.fill('deactivate 2')
    await dialog.getByRole('button', { name: 'Deactivate 2 policies' }).click()
    for (const name of ['Office staff', 'Contractors']) await expect(policyRow(page, name)).toContainText('Inactive')
    await expect(bar).toHaveCount(0)
    await expect(page.locator('.n-message').filter({ hasText: '2 policies deactivated' })).toBeVisible()
    await page.keyboard.press('Control+z')
    for (const name of ['Office staff', 'Contractors']) {
      await expect(policyRow(page, name)).not.toContainText('Inactive')
    }
  })

  await test.step('one is deleted in the same way', async () => {
    await choose('Partners')
    await bulk(/^Delete$/)
    await expect(dialog).toContainText('Delete 1 policy')
    await expect(dialog.getByRole('region', { name: 'Who is affected' })).toBeVisible()
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save people as CSV' }).click()
    const file = await saving
    expect(file.suggestedFilename()).toBe('affected-people.csv')
    expect(await readFile(await file.path(), 'utf8')).toMatch(
      /^\uFEFFPerson,Login,Effect,Where,Situations,Before,After,Decided by\r\n(?:.+@.+,gains access,Global session policy,.+\r\n)+/,
    )
    const typed = dialog.getByLabel(/^Type “delete 1”/)
    if (await typed.isVisible()) await typed.fill('delete 1')
    await dialog.getByRole('button', { name: 'Delete 1 policy' }).click()
    await expect(policyRow(page, 'Partners')).toHaveCount(0)
  })
})

test('the palette lists saved scenarios with the answer that their page gives, rules, and what was open last', async ({
  journey: { page },
}) => {
  const options = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
  let answer = ''

  await test.step('a scenario is saved', async () => {
    const panel = await simulate(page, 'Paloma Greywater')
    await chooseFound(panel.getByRole('combobox', { name: 'Application' }), 'Svc Dashboard')
    const head = page.getByRole('main').getByRole('status').filter({ hasText: 'Paloma Greywater opens' })
    await expect(head.locator('strong')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Verdicts' })).toHaveAttribute('aria-busy', 'false')
    answer = (await head.locator('strong').textContent()) ?? ''
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    await panel.getByLabel('Scenario name').fill('Paloma and the dashboard')
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('button', { name: 'Paloma and the dashboard' }).first()).toBeVisible()
  })

  await test.step('anywhere else the palette tells what it comes to, and opens it', async () => {
    await goTo(page, 'Network zones')
    await page.keyboard.press('Control+k')
    const line = options.filter({ hasText: 'Paloma and the dashboard' })
    await expect(line).toContainText(answer.replace(/\.$/, ''))
    await page.keyboard.type('dashb palo')
    await expect(options.first()).toContainText('Paloma and the dashboard')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/simulate\?.*user=/)
    await expect(page.getByRole('main').locator('strong').filter({ hasText: answer })).toBeVisible()
  })

  await test.step('a rule is found by its name, and what was open last comes first', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('no payroll for contractors')
    await expect(options.first()).toContainText('rule · ')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('Control+k')
    await expect(options.first()).toContainText('policy')
  })
})
