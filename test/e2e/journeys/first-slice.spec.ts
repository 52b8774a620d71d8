import { chooseFound } from '../../helpers/acts/form.ts'
import { SOON, throughReview } from '../../helpers/acts/policies.ts'
import { loadSample } from '../../helpers/acts/shell.ts'
import { expect, test } from '../../helpers/journey.ts'

const RULE = 'No night shift at high risk'
/** In the sample, the contractors come second and have no rule for high risk alone. */
const POLICY = 'Contractors'
const CONTRACTOR = 'Ljubica Almsgård'

test('from a click to a verdict: load the sample, add a rule first in line, see it decide, find it in the audit log', async ({
  journey: { page },
}) => {
  const main = page.getByRole('main')
  const goTo = (room: string) => page.getByRole('navigation').first().getByRole('link', { name: room }).click()
  /** An option of an open choice list; the library puts lists outside the field they belong to. */
  const option = (text: string) => page.getByRole('option').filter({ hasText: text }).first()

  await test.step('load the sample organization', async () => {
    await loadSample(page)
    await expect(main).toContainText('Needs attention')
  })

  await test.step('add a rule at priority 1 of a sign-on policy', async () => {
    await goTo('Policies')
    await main.getByText(POLICY, { exact: true }).first().click()
    await expect(page.getByRole('heading', { name: POLICY })).toBeVisible()
    await main.getByRole('button', { name: 'Add rule' }).click()
    const drawer = page.getByRole('dialog', { name: 'New rule' })
    await drawer.getByLabel('Name').fill(RULE)
    await drawer.getByLabel('Position').click()
    await option('1 ·').click()
    await drawer.getByRole('button', { name: 'Add condition' }).click()
    await page.getByText('How risky the sign-in looks').click()
    await drawer.getByRole('group', { name: 'Level' }).getByText('High', { exact: true }).click()
    await drawer.getByRole('group', { name: 'Access' }).getByText('Deny', { exact: true }).click()
    await expect(drawer.getByRole('complementary')).toContainText('at high risk')
    await drawer.getByRole('button', { name: 'Add rule' }).click()
    await expect(page.getByRole('region', { name: 'Who is affected' })).toContainText(/\d+ of 288 people are affected/)
    await throughReview(page, () => expect(drawer).toBeHidden(SOON))
    await expect(main.getByRole('row').nth(1)).toContainText(RULE)
  })

  await test.step('simulate a contractor at high risk: the new rule decides', async () => {
    await goTo('Simulate')
    await chooseFound(page.getByRole('group', { name: 'Person' }).getByRole('combobox').first(), CONTRACTOR)
    await page.getByRole('group', { name: 'Device and risk' }).getByText('High', { exact: true }).click()
    const verdict = page.getByRole('article', { name: 'Global session policy' })
    await expect(verdict).toContainText('Denied')
    await expect(verdict).toContainText(`“${RULE}” of “${POLICY}”`)
  })

  await test.step('find the change in the audit log', async () => {
    await goTo('Audit')
    const row = main.getByRole('row').filter({ hasText: RULE }).first()
    await expect(row).toContainText('policy.rule.add')
    await row.click()
    await expect(page.getByRole('dialog')).toContainText(RULE)
  })
})
