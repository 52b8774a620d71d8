import { expect, type Locator, type Page } from '@playwright/test'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { menuOption, takeFromMenu } from './form.ts'
import { goTo } from './shell.ts'

const main = (page: Page) => page.getByRole('main')

/** The list of a type's policies. */
export async function openType(page: Page, type: PolicyType): Promise<void> {
  await goTo(page, 'Policies')
  await page
    .getByRole('navigation', { name: 'Types of policies' })
    .getByTitle(new RegExp(`· ${type}$`))
    .click()
  await expect(main(page).getByText(type, { exact: true })).toBeVisible()
}

/** The link to a policy in its list. WHY its address: the groups and applications of a row may be called the same. */
const policyLink = (page: Page, name: string): Locator =>
  page.locator('a[href*="#/policies/"]').and(page.getByRole('link', { name, exact: true }))

/** The row of a policy in its list, by its name. */
export const policyRow = (page: Page, name: string): Locator =>
  main(page)
    .getByRole('row')
    .filter({ has: policyLink(page, name) })

/** The row of a rule on its policy's page. */
export const ruleRow = (page: Page, name: string): Locator =>
  main(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name, exact: true }) })

export async function openPolicy(page: Page, type: PolicyType, name: string): Promise<void> {
  await openType(page, type)
  await main(page).getByRole('row').locator(policyLink(page, name)).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

/** Makes a policy of the type that is listed, and arrives at its page. */
export async function createPolicy(page: Page, name: string, fill?: (dialog: Locator) => Promise<void>): Promise<void> {
  await main(page).getByRole('button', { name: 'Create policy' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await fill?.(dialog)
  await dialog.getByRole('button', { name: 'Create policy' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(dialog).toBeHidden()
}

/** Turns to one of the parts of a policy's page. */
export async function turnTo(page: Page, part: 'Rules' | 'Conditions and settings' | 'Used by'): Promise<void> {
  await page.getByRole('navigation', { name: 'Parts of the policy' }).getByRole('link', { name: part }).click()
}

/** Puts a condition on the rule or policy at hand, and gives its card. */
export async function addCondition(form: Locator, condition: string): Promise<Locator> {
  await takeFromMenu(form.getByRole('button', { name: 'Add condition' }), condition)
  const card = form
    .getByRole('list', { name: 'Conditions' })
    .getByRole('listitem')
    .filter({ has: form.page().getByRole('heading', { name: condition, exact: true }) })
  await expect(card).toBeVisible()
  return card
}

/** Types the name into a question that asks for it, once it is known who is affected. */
export async function typeNameWhereAsked(dialog: Locator): Promise<void> {
  await expect(dialog.locator('form[aria-busy="false"]')).toBeVisible()
  const field = dialog.getByLabel(/^Type “.*” to go on$/)
  if (!(await field.isVisible())) return
  const label = (await dialog.getByText(/^Type “.*” to go on$/).textContent()) ?? ''
  await field.fill(label.replace(/^Type “/, '').replace(/” to go on$/, ''))
}

/** For what is looked at again and again, by turns with something else. */
export const SOON = { timeout: 250 }

/** Goes on after the review of who is affected, where there is one, until the change is seen to be made. */
export async function throughReview(page: Page, seen: () => Promise<void>): Promise<void> {
  const review = page.getByRole('dialog').filter({ has: page.getByRole('region', { name: 'Who is affected' }) })
  await expect(async () => {
    if (await review.isVisible()) {
      await typeNameWhereAsked(review)
      await review.locator('button[type=submit]').click()
      await expect(review).toBeHidden()
    }
    await seen()
  }).toPass({ intervals: [50] })
}

/** Saves what decides now: what changes is shown first, and must say these words. */
export async function saveAfterReview(form: Locator, says: readonly string[]): Promise<void> {
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  const review = form.page().getByRole('dialog', { name: 'Review the change' })
  for (const words of says) await expect(review).toContainText(words)
  await typeNameWhereAsked(review)
  await review.getByRole('button', { name: 'Save the change' }).click()
  await expect(review).toBeHidden()
}

/** Adds a rule to the policy at hand; the editor says in words what it means before it is added. */
export async function addRule(
  page: Page,
  name: string,
  says: RegExp,
  fill: (drawer: Locator) => Promise<void>,
): Promise<void> {
  await main(page).getByRole('button', { name: 'Add rule' }).click()
  const drawer = page.getByRole('dialog', { name: 'New rule' })
  await drawer.getByLabel('Name').fill(name)
  await fill(drawer)
  await expect(drawer.getByRole('complementary', { name: 'What this rule means' })).toContainText(says)
  await drawer.getByRole('button', { name: 'Add rule' }).click()
  await throughReview(page, () => expect(drawer).toBeHidden(SOON))
  await expect(ruleRow(page, name)).toContainText(says)
}

/** Opens a rule, changes it, and saves it after its changes were shown. */
export async function changeRule(
  page: Page,
  name: string,
  shown: readonly string[],
  fill: (drawer: Locator) => Promise<void>,
): Promise<void> {
  await ruleRow(page, name).getByRole('button', { name, exact: true }).click()
  const drawer = page.getByRole('dialog', { name, exact: true })
  await fill(drawer)
  await saveAfterReview(drawer, shown)
  await expect(drawer).toBeHidden()
}

/** Takes an act from the menu of a row, or of the page's own object. */
export async function act(within: Locator, name: string, words: string): Promise<void> {
  // The menu that was open before fades out first.
  await expect(menuOption(within.page(), /./)).toHaveCount(0)
  await takeFromMenu(within.getByRole('button', { name: `More about ${name}` }), words)
}

/** Deletes after the question; the name is typed where people could be locked out. */
export async function confirmDelete(page: Page, kind: string, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `Delete ${kind} “${name}”?` })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await typeNameWhereAsked(dialog)
  await dialog.getByRole('button', { name: `Delete ${kind}` }).click()
  await expect(dialog).toBeHidden()
}
