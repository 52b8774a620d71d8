import { expect, type Locator, type Page } from '@playwright/test'
import { policyType, type PolicyType } from '#contract/policy/policy-types.ts'
import { chooseFound, takeFromMenu } from './form.ts'
import { goTo } from './shell.ts'

/** The panel that holds the hypothetical sign-in. */
export const signIn = (page: Page): Locator => page.getByRole('form', { name: 'The sign-in to simulate' })

/** The card with the verdict of one type of policy. */
export const verdictOf = (page: Page, type: PolicyType): Locator =>
  page.getByRole('article', { name: policyType(type).label, exact: true })

/** Asks about a person from the beginning: what was asked before is forgotten. */
export async function simulate(page: Page, person: string): Promise<Locator> {
  await goTo(page, 'Simulate')
  const panel = signIn(page)
  await chooseFound(panel.getByRole('combobox', { name: 'Person' }), person)
  return panel
}

/** Adds what few policies ask for, such as `Token request`, and gives its fields. */
export async function addTopic(panel: Locator, topic: string): Promise<Locator> {
  await takeFromMenu(panel.getByRole('button', { name: 'More inputs' }), topic)
  const fields = panel.getByRole('group', { name: topic })
  await expect(fields).toBeVisible()
  return fields
}

/** Unfolds the verdicts that do not decide the way in, where they are folded. */
async function showAll(page: Page): Promise<void> {
  await expect(page.getByRole('article').first()).toBeVisible()
  const folded = page.getByRole('button', { name: /^Also applies/, expanded: false })
  if (await folded.isVisible()) await folded.click()
}

/** The verdict of a type comes from this rule of this policy. */
export async function expectDecidedBy(page: Page, type: PolicyType, policy: string, rule: string): Promise<void> {
  await showAll(page)
  await expect(verdictOf(page, type)).toContainText(`“${rule}” of “${policy}”`)
}
