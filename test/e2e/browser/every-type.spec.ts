import type { Page } from '@playwright/test'
import { choose } from '../../helpers/acts/form.ts'
import {
  act,
  addRule,
  changeRule,
  confirmDelete,
  createPolicy,
  openPolicy,
  openType,
  policyRow,
  ruleRow,
  saveAfterReview,
  SOON,
  throughReview,
  turnTo,
} from '../../helpers/acts/policies.ts'
import { expectDecidedBy, simulate } from '../../helpers/acts/simulate.ts'
import { CONTRACTOR, TYPE_ROWS, type TypeRow } from '../../helpers/acts/type-rows.ts'
import { expect, sharedSample, test } from '../../helpers/journey.ts'

const sample = sharedSample()

for (const row of TYPE_ROWS)
  test(`${row.type}: authored, simulated, copied, moved, switched off and deleted`, () => walk(sample(), row))

async function walk(page: Page, row: TypeRow): Promise<void> {
  const main = page.getByRole('main')
  const { settings, app, renamed } = row
  const rule = renamed ?? row.rule

  await test.step(row.create ? 'a policy is made' : 'the only policy of its type is opened', async () => {
    if (!row.create) return openPolicy(page, row.type, row.policy)
    await openType(page, row.type)
    await createPolicy(page, row.policy, row.create)
  })

  if (settings)
    await test.step('its settings are changed, and the change is shown first', async () => {
      await turnTo(page, 'Conditions and settings')
      await settings.fill(main)
      await saveAfterReview(main, settings.shown)
      await turnTo(page, 'Rules')
    })

  if (app)
    await test.step('an application is assigned to it', async () => {
      await turnTo(page, 'Used by')
      await choose(main, 'Assign an application to this policy', app)
      await main.getByRole('button', { name: 'Assign', exact: true }).click()
      const assigned = main.getByRole('listitem').filter({ hasText: app })
      await throughReview(page, () => expect(assigned).toContainText('Unassign', SOON))
      await turnTo(page, 'Rules')
    })

  await test.step('a rule is written in the form, and says in words what it does', async () => {
    if (row.ownRule) await expect(ruleRow(page, row.rule)).toContainText(row.says)
    else await addRule(page, row.rule, row.says, row.fill)
  })

  await test.step('the rule is changed, and the change is shown first', async () => {
    await changeRule(page, row.rule, row.change.shown, row.change.fill)
    await expect(ruleRow(page, rule)).toBeVisible()
  })

  await test.step('a sign-in is simulated: the rule decides', async () => {
    const panel = await simulate(page, CONTRACTOR)
    await row.circumstances?.(panel)
    await expectDecidedBy(page, row.type, row.policy, rule)
    await openPolicy(page, row.type, row.policy)
  })

  if (!row.ownRule) await test.step('a copy of the rule is moved, switched off and deleted', () => moveCopy(page, rule))

  if (row.create)
    await test.step('the policy is copied, moved, switched off and on, and deleted', () => endPolicy(page, row))
  else
    await test.step('the rule is deleted: the policy is as before', async () => {
      await act(ruleRow(page, rule), rule, 'Delete…')
      await confirmDelete(page, 'rule', rule)
      await expect(ruleRow(page, rule)).toHaveCount(0)
    })
}

/** Names of the rules in the order in which they are considered. */
const rulesInOrder = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('row')
    .getByRole('cell')
    .getByRole('button')
    .filter({ hasText: /\S/ })
    .allTextContents()

async function moveCopy(page: Page, rule: string): Promise<void> {
  const copy = `Copy of ${rule}`
  await act(ruleRow(page, rule), rule, 'Duplicate')
  await expect(ruleRow(page, copy)).toBeVisible()
  expect((await rulesInOrder(page)).slice(0, 2)).toEqual([rule, copy])
  await ruleRow(page, copy).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(async () => (await rulesInOrder(page)).slice(0, 2)).toEqual([copy, rule])
  await throughReview(page, () => expect(page.getByText(`${copy} moved from 2 to 1`)).toBeVisible(SOON))
  const active = ruleRow(page, copy).getByRole('switch', { name: `${copy} is active` })
  // A copy is inactive until somebody has looked at it.
  await expect(active).not.toBeChecked()
  await active.click()
  await throughReview(page, () => expect(active).toBeChecked(SOON))
  await active.click()
  await throughReview(page, () => expect(active).not.toBeChecked(SOON))
  await act(ruleRow(page, copy), copy, 'Delete…')
  await confirmDelete(page, 'rule', copy)
  await expect(ruleRow(page, copy)).toHaveCount(0)
}

async function endPolicy(page: Page, row: TypeRow): Promise<void> {
  const main = page.getByRole('main')
  const own = policyRow(page, row.policy)
  const remove = async (name: string) => {
    await act(policyRow(page, name), name, 'Delete…')
    await confirmDelete(page, 'policy', name)
    await expect(policyRow(page, name)).toHaveCount(0)
  }
  const heading = page.getByRole('heading', { level: 1 }).filter({ hasNotText: new RegExp(`^${row.policy}$`) })
  let other = 'The one after it'

  if (row.copy) {
    await act(main, row.policy, row.copy)
    await expect(heading).toBeVisible()
    other = (await heading.textContent()) ?? ''
    await openType(page, row.type)
  } else {
    await openType(page, row.type)
    await createPolicy(page, other)
    await openType(page, row.type)
  }
  if (row.ordered) {
    // Behind the box that chooses the row.
    const place = own.getByRole('cell').nth(1)
    await expect(place).toHaveText('1')
    await own.focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(place).toHaveText('2')
    await throughReview(page, () => expect(page.getByText(`${row.policy} moved from 1 to 2`)).toBeVisible(SOON))
  }
  await remove(other)
  await act(own, row.policy, 'Deactivate')
  await throughReview(page, () => expect(own).toContainText('Inactive', SOON))
  await act(own, row.policy, 'Activate')
  await throughReview(page, () => expect(own).not.toContainText('Inactive', SOON))
  await remove(row.policy)
}
