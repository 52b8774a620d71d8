import { expect, type Locator, type Page } from '@playwright/test'

/** An option of an open list, which is outside the field that it belongs to. */
const listOptions = (page: Page) => page.getByRole('listbox').getByRole('option').filter({ visible: true })
export const listOption = (page: Page, text: string | RegExp) => listOptions(page).filter({ hasText: text }).first()
/** Of an open menu. WHY a class: the library gives it no role. It is the only one that the journeys know. */
export const menuOption = (page: Page, text: string | RegExp) =>
  page.locator('.n-dropdown-option').filter({ hasText: text, visible: true }).first()

/** Opens a menu by its button and takes what begins with the words. */
export async function takeFromMenu(button: Locator, words: string): Promise<void> {
  await button.click()
  await menuOption(button.page(), new RegExp(`^${words}`)).click()
}

/** A field by the whole of its label. */
const labelOf = (within: Locator, label: string) =>
  within.locator('label').filter({ hasText: new RegExp(`^${label}( · required)?$`) })

/** Takes what the open list finds first. WHY first: the list of before may have it too, but further down, and goes while it is clicked. */
async function takeFound(page: Page, text: string): Promise<void> {
  await expect(listOptions(page).first()).toContainText(text)
  await listOption(page, text).click()
}

/** Types into the open list and takes what it finds first; what has only nearly the words comes after. */
export async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text)
  await takeFound(page, text)
}

/** Chooses in a field that finds objects, by the whole name of one. */
export async function chooseFound(field: Locator, name: string): Promise<void> {
  await field.fill(name)
  await takeFound(field.page(), name)
}

/** An open list that was chosen from fades out; what is typed until then still goes to it. */
const closed = (page: Page) => expect(listOptions(page)).toHaveCount(0)

/** Chooses one from a list by typing what it is called. */
export async function choose(within: Locator, label: string, text: string): Promise<void> {
  await labelOf(within, label).click()
  await find(within.page(), text)
  await closed(within.page())
}

/** Chooses one of a short list, without typing. */
export async function chooseFromList(within: Locator, label: string, text: string | RegExp): Promise<void> {
  await labelOf(within, label).click()
  await listOption(within.page(), text).click()
  await closed(within.page())
}

/** Chooses several, one after the other, and leaves the field, which closes its list. */
export async function chooseAll(within: Locator, label: string, texts: readonly string[]): Promise<void> {
  const page = within.page()
  await labelOf(within, label).click()
  for (const text of texts) await find(page, text)
  await page.keyboard.press('Tab')
  await closed(page)
}

/** Presses one of a few words, or of a few sentences that begin with it, which are all in sight. */
export async function press(within: Locator, group: string, word: string): Promise<void> {
  const choices = within.getByLabel(group, { exact: true }).locator('label')
  await choices.filter({ hasText: new RegExp(`^\\s*${word}\\s*($|[A-Z])`) }).click()
}

/** Writes into a field and leaves it, as numbers are taken over then. */
export async function write(within: Locator, label: string, text: string): Promise<void> {
  const field = within.getByLabel(label, { exact: true })
  await field.fill(text)
  await field.press('Tab')
}
