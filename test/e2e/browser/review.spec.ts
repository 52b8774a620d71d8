import { expect, test } from '../../helpers/journey.ts'
import { chooseFound, listOption } from '../../helpers/acts/form.ts'
import { seriousFindings } from '../../helpers/room-views.ts'
import { openPolicy, ruleRow } from '../../helpers/acts/policies.ts'

test.use({ sample: true })

test('a rule that would deny many says so first: how many, who, and only after its name is typed; Ctrl+Z takes it back', async ({
  journey: { page },
}) => {
  const drawer = page.getByRole('dialog', { name: 'New rule' })
  const review = page.getByRole('dialog', { name: 'Review the change' })
  const effects = review.getByRole('region', { name: 'Who is affected' })
  await openPolicy(page, 'SVC_SIGN_ON', 'Office staff')

  await test.step('a rule for all of them is about to deny', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Add rule' }).click()
    await drawer.getByLabel('Name').fill('Closed')
    await drawer.getByLabel('Position').click()
    await listOption(page, '1 ·').click()
    await drawer.getByText('Deny', { exact: true }).click()
  })

  await test.step('it is tried on one of them before it is saved', async () => {
    await drawer.getByRole('button', { name: 'Test this rule' }).click()
    const tried = drawer.getByRole('region', { name: 'Test this rule' })
    await expect(tried).toContainText('Choose a person')
    await chooseFound(tried.getByLabel('Person'), 'Gwen Pellowmere')
    const verdict = tried.getByRole('status', { name: 'Verdict of the test' })
    await expect(verdict).toContainText('The verdict for this sign-in changes.')
    await expect(verdict).toContainText('Denied')
    await expect(verdict).toContainText('by rule “Closed”')
    await expect(ruleRow(page, 'Closed')).toHaveCount(0)
  })

  await test.step('what it would do is told before it is added', async () => {
    await drawer.getByRole('button', { name: 'Add rule' }).click()
    await expect(review).toContainText('Anyone')
    await expect(effects).toContainText(/\d+ of 288 people are affected/)
    await expect(effects).toContainText(/\d+ people lose access/)
  })

  await test.step('their names are there on demand', async () => {
    await effects.getByRole('button', { name: 'Show names' }).first().click()
    const grid = effects.getByRole('region', { name: 'People by case' })
    const two = grid.getByRole('row').filter({ has: page.getByLabel('In case A') })
    await expect(two.first().getByLabel('In case B')).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
    await effects.getByRole('group', { name: 'Whose names' }).locator('label').filter({ hasText: /^\s*C/ }).click()
    await expect(two).toHaveCount(0)
    await expect(grid.getByLabel('In case C').first()).toBeVisible()
  })

  await test.step('nothing has happened; going back leaves the draft', async () => {
    await review.getByRole('button', { name: 'Back' }).click()
    await expect(ruleRow(page, 'Closed')).toHaveCount(0)
    await expect(drawer.getByLabel('Name')).toHaveValue('Closed')
  })

  await test.step('it is added once its name is typed', async () => {
    await drawer.getByRole('button', { name: 'Add rule' }).click()
    const confirm = review.getByRole('button', { name: 'Add rule' })
    await expect(effects).toBeVisible()
    await expect(confirm).toBeDisabled()
    await review.getByLabel('Type “Closed” to go on').fill('Closed')
    await confirm.click()
    await expect(ruleRow(page, 'Closed')).toContainText('deny')
  })

  await test.step('switching it off tells who gets in again', async () => {
    await ruleRow(page, 'Closed').getByRole('switch').click()
    const dialog = page.getByRole('dialog', { name: 'Deactivate rule “Closed”?' })
    await expect(dialog).toContainText(/people gain access/)
    await dialog.getByRole('button', { name: 'Deactivate rule' }).click()
    await expect(ruleRow(page, 'Closed').getByRole('switch')).not.toBeChecked()
  })

  await test.step('switching it on asks for its name again, and Ctrl+Z takes that back', async () => {
    const closed = ruleRow(page, 'Closed').getByRole('switch')
    await closed.click()
    const dialog = page.getByRole('dialog', { name: 'Activate rule “Closed”?' })
    await expect(dialog).toContainText(/people lose access/)
    const confirm = dialog.getByRole('button', { name: 'Activate rule' })
    await expect(confirm).toBeDisabled()
    await dialog.getByLabel('Type “Closed” to go on').fill('Closed')
    await confirm.click()
    await expect(closed).toBeChecked()
    await expect(dialog).toBeHidden()
    await page.keyboard.press('Control+z')
    await expect(page.getByText('Undone: Closed is active now')).toBeVisible()
    await expect(closed).not.toBeChecked()
  })
})
