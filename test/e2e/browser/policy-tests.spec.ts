import type { Page } from '@playwright/test'
import type { PolicyTest } from '#contract/gatehouse/policy-test.ts'
import type { Rule } from '#contract/policy/policy.ts'
import { expect, test } from '../../helpers/journey.ts'
import { callFromPage } from '../../helpers/acts/call.ts'
import { goTo } from '../../helpers/acts/shell.ts'
import { simulate } from '../../helpers/acts/simulate.ts'

test.use({ sample: true })

const NAME = 'Paloma from outside'

/** Has the rule of the global session that the test expects deny. @returns its name */
async function denyBy(page: Page, { expect: expected }: PolicyTest): Promise<string> {
  const { policy, rule } = expected.verdicts.find(({ policyType }) => policyType === 'SVC_SIGN_ON') ?? {}
  const path = `/api/v1/policies/${policy}/rules/${rule}`
  const { body } = await callFromPage<Rule>(page, 'GET', path)
  const changed = { ...body, actions: { signon: { access: 'DENY' } } }
  expect((await callFromPage(page, 'PUT', path, changed)).status).toBe(200)
  return body.name
}

test('a simulated sign-in is saved as a test, which fails once the rule is changed, and says why', async ({
  journey: { page },
}) => {
  const main = page.getByRole('main')
  const tests = main.getByRole('list', { name: 'Policy tests' })
  const state = main.getByRole('status')
  let rule = ''

  await test.step('recorded from Simulate: all that it came to has to hold', async () => {
    const panel = await simulate(page, 'Paloma Greywater')
    await panel.getByRole('textbox', { name: 'Address' }).fill('203.0.113.70')
    await expect(main).toContainText('signs in from 203.0.113.70')
    await main.getByRole('button', { name: 'Save as test' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save as policy test' })
    const boxes = await dialog.getByRole('checkbox').all()
    expect(boxes.length).toBeGreaterThan(3)
    for (const box of boxes) await expect(box).toBeChecked()
    await dialog.getByRole('textbox', { name: 'Name' }).fill(NAME)
    await dialog.getByRole('button', { name: 'Save test' }).click()
    await expect(page.getByText('Saved as a policy test')).toBeVisible()
  })

  await test.step('it passes', async () => {
    await goTo(page, 'Policy tests', 'Simulate')
    await expect(tests).toContainText(NAME)
    await expect(state).toHaveText('1 passed, 0 failed')
    await expect(main.getByRole('region', { name: 'What no test tries' })).toContainText('rules decide in a test')
  })

  await test.step('the rule is changed: it fails, and says what came and why', async () => {
    const { body } = await callFromPage<PolicyTest[]>(page, 'GET', '/gatehouse/v1/policy-tests')
    rule = await denyBy(page, body[0] as PolicyTest)
    await main.getByRole('button', { name: 'Run all' }).click()
    await expect(state).toHaveText('0 passed, 1 failed')
    await expect(tests).toContainText('Answer: expected Yes, found No.')
    await expect(tests).toContainText('Global session, decision: expected Allowed, found Denied.')
    await expect(tests).toContainText(`No: rule “${rule}” of`)
  })

  await test.step('it leads to the sign-in, which comes to the same', async () => {
    await main.getByRole('button', { name: `Open ${NAME} in Simulate` }).click()
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Simulate')
    await expect(main).toContainText(`No: rule “${rule}” of`)
    await page.goBack()
  })

  await test.step('what came is expected from now on', async () => {
    await main.getByRole('button', { name: `Edit ${NAME}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit policy test' })
    await dialog.getByRole('button', { name: 'Expect what it comes to now' }).click()
    await expect(dialog.getByRole('checkbox', { name: 'Answer: No' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(state).toHaveText('1 passed, 0 failed')
  })

  await test.step('and it is deleted', async () => {
    await main.getByRole('button', { name: `Delete ${NAME}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete policy test' }).click()
    await expect(main).toContainText('No policy tests yet')
  })
})
