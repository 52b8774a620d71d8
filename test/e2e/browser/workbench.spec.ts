import type { Locator, Page } from '@playwright/test'
import { choose, chooseAll, chooseFromList, press } from '../../helpers/acts/form.ts'
import {
  act,
  addCondition,
  changeRule,
  confirmDelete,
  openPolicy,
  ruleRow,
  SOON,
  throughReview,
} from '../../helpers/acts/policies.ts'
import { goTo } from '../../helpers/acts/shell.ts'
import { expectDecidedBy, signIn, simulate, verdictOf } from '../../helpers/acts/simulate.ts'
import { expect, sharedSample, test } from '../../helpers/journey.ts'

const CONTRACTOR = 'Ljubica Almsgård'
const WAREHOUSE = '198.51.100.9'
const ELSEWHERE = '203.0.113.70'
const sample = sharedSample()

const comeFrom = (panel: Locator, address: string) => panel.getByRole('textbox', { name: 'Address' }).fill(address)

test.describe('simulate', () => {
  test('a scenario is saved by name: after a reload it is picked, and asked again', async () => {
    const page = sample()
    const scenarios = signIn(page).getByRole('region', { name: 'Saved scenarios' })
    await comeFrom(await simulate(page, CONTRACTOR), WAREHOUSE)
    await expectDecidedBy(page, 'SVC_SIGN_ON', 'Contractors', 'At our sites')
    await scenarios.getByRole('button', { name: 'Save', exact: true }).click()
    await scenarios.getByLabel('Scenario name').fill('Contractor in the warehouse')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect(verdictOf(page, 'SVC_SIGN_ON')).toBeHidden()

    await page.reload()
    await scenarios.getByRole('button', { name: /^Contractor in the warehouse/ }).click()
    await expect(signIn(page).getByRole('textbox', { name: 'Address' })).toHaveValue(WAREHOUSE)
    await expectDecidedBy(page, 'SVC_SIGN_ON', 'Contractors', 'At our sites')
  })

  test('two sign-ins stand side by side, and what differs is said', async () => {
    const page = sample()
    const panel = await simulate(page, CONTRACTOR)
    await comeFrom(panel, WAREHOUSE)
    await press(panel, 'Risk', 'Low')
    await expectDecidedBy(page, 'SVC_SIGN_ON', 'Contractors', 'At our sites')
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await comeFrom(panel, ELSEWHERE)
    const verdicts = page.getByRole('region', { name: 'Verdicts' })
    await expect(verdicts).toContainText('The sign-ins differ in: ')
    const card = verdictOf(page, 'SVC_SIGN_ON')
    await expect(card.getByRole('group', { name: 'Sign-in A' })).toContainText('At our sites of Contractors')
    await expect(card.getByRole('group', { name: 'Sign-in B' })).toContainText('Default Rule of Default Policy')
    await page.getByRole('button', { name: 'Exit compare' }).click()
    await expect(page.getByRole('button', { name: 'Compare', exact: true })).toBeVisible()
    await expectDecidedBy(page, 'SVC_SIGN_ON', 'Default Policy', 'Default Rule')
  })

  test('a rule that did not match says what would make it match, and that can be tried', async () => {
    const page = sample()
    const panel = await simulate(page, CONTRACTOR)
    await comeFrom(panel, ELSEWHERE)
    await press(panel, 'Risk', 'Low')
    const card = verdictOf(page, 'SVC_SIGN_ON')
    await expect(page.getByRole('status').filter({ hasText: `from ${ELSEWHERE} at low risk` })).toBeVisible()
    await expectDecidedBy(page, 'SVC_SIGN_ON', 'Default Policy', 'Default Rule')
    await card.getByRole('button', { name: 'What would make this match? At our sites' }).click()
    await card.getByRole('button', { name: 'Try it', exact: true }).click()
    await expectDecidedBy(page, 'SVC_SIGN_ON', 'Contractors', 'At our sites')
    await page.goBack()
    await expectDecidedBy(page, 'SVC_SIGN_ON', 'Default Policy', 'Default Rule')
  })

  test('an address of a blocklist is refused before any policy, and the list is named', async () => {
    const page = sample()
    await comeFrom(await simulate(page, CONTRACTOR), '203.0.113.193')
    const note = page.getByRole('note', { name: 'Blocked before any policy' })
    await expect(note).toContainText('203.0.113.193')
    await expect(verdictOf(page, 'SVC_SIGN_ON')).toContainText('ignoring the blocklist')
    await note.getByRole('link', { name: 'Blocked after incident' }).click()
    await expect(page.getByRole('dialog', { name: 'Blocked after incident' })).toBeVisible()
    await page.keyboard.press('Escape')
  })
})

test('an expression is completed, corrected and tried while it is written', async () => {
  const page = sample()
  await openPolicy(page, 'ACCESS_POLICY', 'Everyday applications')
  await page.getByRole('button', { name: 'Add rule' }).click()
  const drawer = page.getByRole('dialog', { name: 'New rule' })
  await test.step('a message lies above the foot of the drawer', async () => {
    const save = drawer.getByRole('button', { name: 'Add rule' })
    await save.click()
    const toast = page.locator('.n-message').filter({ hasText: 'Fix 1 problem to save' })
    const bottom = async () => {
      const box = await toast.boundingBox()
      return box ? box.y + box.height : Infinity
    }
    await expect.poll(bottom).toBeLessThan((await save.boundingBox())?.y ?? 0)
  })
  await drawer.getByLabel('Name').fill('Finance alone')
  const card = await addCondition(drawer, 'Expression')
  const editor = card.getByRole('textbox', { name: 'Expression' })
  const problems = card.getByRole('list', { name: 'Problems' })

  await test.step('what the profile holds is proposed', async () => {
    // Before it is loaded a plain field is in its place, which proposes nothing.
    await expect(card.locator('.cm-content')).toBeVisible()
    // WHY no click: the editor sets its caret a moment after one, which is by then amid what is typed.
    await editor.focus()
    await page.keyboard.type('user.profile.dep')
    await page
      .getByRole('option', { name: /department/ })
      .first()
      .click()
    await expect(editor).toHaveText('user.profile.department')
  })
  await test.step('what is wrong is said, with what was expected', async () => {
    await page.keyboard.type(' == ')
    await expect(problems.getByRole('button')).toHaveText(/expected/i)
    await page.keyboard.type('"Finance"')
    await expect(editor).toHaveText('user.profile.department == "Finance"')
    await expect(problems).toBeHidden()
  })
  await test.step('it is tried against a person', async () => {
    await card.getByRole('button', { name: 'Try it' }).click()
    await choose(card, 'Person', 'Anjali Thekkady')
    await expect(card.getByRole('region', { name: 'Try it' })).toContainText('True')
    await choose(card, 'Person', 'Bartek Zielonka')
    await expect(card.getByRole('region', { name: 'Try it' })).toContainText('False')
  })
  await test.step('the rule that holds it is added', async () => {
    await drawer.getByRole('button', { name: 'Add rule' }).click()
    await throughReview(page, () => expect(drawer).toBeHidden(SOON))
    await expect(ruleRow(page, 'Finance alone')).toContainText('user.profile.department == "Finance"')
    await act(ruleRow(page, 'Finance alone'), 'Finance alone', 'Delete…')
    await confirmDelete(page, 'rule', 'Finance alone')
  })
})

test('a behaviour is made, asked for in a rule, and deleted: the rule is marked', async () => {
  const page = sample()
  const [behaviour, rule] = ['Signs in at sea', 'Chartering desk on the road']
  const drawer = page.getByRole('dialog', { name: behaviour, exact: true })

  await test.step('it is made', async () => {
    await goTo(page, 'Behaviors', 'Access')
    await page.getByRole('button', { name: 'Create behavior' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create behavior' })
    await chooseFromList(dialog, 'Detects', 'New address')
    await dialog.getByLabel('Name').fill(behaviour)
    await dialog.getByRole('button', { name: 'Create behavior' }).click()
    await expect(drawer).toContainText('Not named by any policy')
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
  })
  await test.step('a rule asks for it', async () => {
    await openPolicy(page, 'SVC_SIGN_ON', 'Office staff')
    await changeRule(page, rule, ['behaviors'], async (form) => {
      const card = await addCondition(form, 'Behavior')
      await chooseAll(card, 'Any of these behaviors was detected', [behaviour])
    })
    await expect(ruleRow(page, rule)).toContainText(behaviour)
  })
  await test.step('it says what names it, and is deleted with its name', async () => {
    await goTo(page, 'Behaviors', 'Access')
    await page.getByRole('row', { name: behaviour }).click()
    await expect(drawer.getByRole('link', { name: rule })).toBeVisible()
    await drawer.getByRole('button', { name: 'Delete…' }).click()
    await expect(page.getByRole('dialog', { name: `Delete behavior “${behaviour}”?` })).toContainText('1 rule names it')
    await confirmDelete(page, 'behavior', behaviour)
    await expect(page.getByRole('row', { name: behaviour })).toHaveCount(0)
  })
  await expectMarked(page, rule)
})

test('a network is changed, switched off and deleted while a rule asks for it: the policy is marked, and still decides', async () => {
  const page = sample()
  const [network, rule] = ['Partner sites', 'Project Beacon guests']
  const drawer = page.getByRole('dialog', { name: network, exact: true })

  await test.step('it is changed', async () => {
    await goTo(page, 'Network zones')
    await page.getByRole('row', { name: network }).click()
    await drawer.getByRole('button', { name: 'Edit zone' }).click()
    const dialog = page.getByRole('dialog', { name: `Edit ${network}` })
    const addresses = dialog.getByLabel('Gateway addresses, one per line')
    await addresses.fill(`${await addresses.inputValue()}\n203.0.113.64/28`)
    await dialog.getByRole('button', { name: 'Save zone' }).click()
    await throughReview(page, () => expect(dialog).toBeHidden(SOON))
    await expect(drawer).toContainText('203.0.113.64/28')
  })
  await test.step('it is switched off, and deleted with its name', async () => {
    await drawer.getByRole('button', { name: 'Deactivate' }).click()
    const activate = drawer.getByRole('button', { name: 'Activate', exact: true })
    await throughReview(page, () => expect(activate).toBeVisible(SOON))
    await drawer.getByRole('button', { name: 'Delete…' }).click()
    await confirmDelete(page, 'zone', network)
    await expect(page.getByRole('row', { name: network })).toHaveCount(0)
  })
  await test.step('its policy says so, and goes on to decide', async () => {
    await openPolicy(page, 'SVC_SIGN_ON', 'Partners')
    await expect(ruleRow(page, rule)).toContainText('(deleted)')
    await comeFrom(await simulate(page, 'Lieve Doornaert'), '203.0.113.65')
    await expect(verdictOf(page, 'SVC_SIGN_ON')).toContainText('of “Partners”')
  })
  await expectMarked(page, rule)
})

/** The overview counts the rule among what needs attention, as a broken reference, and leads to it. */
function expectMarked(page: Page, rule: string): Promise<void> {
  return test.step('the overview marks the rule', async () => {
    await goTo(page, 'Overview')
    const all = page.getByRole('button', { name: /^Show all/ })
    const finding = page.getByRole('link', { name: new RegExp(`Broken reference.*${rule}`) })
    await expect(all.or(finding).first()).toBeVisible()
    if (await all.isVisible()) await all.click()
    await finding.click()
    await expect(page.getByRole('dialog', { name: rule, exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
  })
}
