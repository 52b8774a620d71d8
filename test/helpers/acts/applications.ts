import { expect, type Page } from '@playwright/test'
import { chooseAll } from './form.ts'
import { goTo } from './shell.ts'

interface NewApplication {
  /** As the wizard offers it. */
  kind: string
  name: string
  /** Further texts, by the labels of their fields; a list is typed with Enter. */
  fields?: Readonly<Record<string, string>>
  /** Who gets it. */
  people?: readonly string[]
  /** Called on each step of the wizard, once it is filled in. */
  seen?: (step: string) => Promise<void>
}

/** Fills in the wizard, which is open, and stays where it ends. */
export async function fillWizard(
  page: Page,
  { kind, name, fields = {}, people = [], seen = () => Promise.resolve() }: NewApplication,
): Promise<void> {
  const main = page.getByRole('main')
  const next = main.getByRole('button', { name: 'Next' })
  await main.getByRole('radio', { name: kind, exact: true }).check()
  await seen('kind')
  await next.click()
  await main.getByLabel('Name').first().fill(name)
  for (const [label, text] of Object.entries(fields)) {
    const field = main.getByLabel(label).first()
    await field.click()
    await field.pressSequentially(text)
    if (label.endsWith('addresses')) await field.press('Enter')
  }
  await seen('settings')
  await next.click()
  await expect(main.getByRole('heading', { name: 'Who gets it' })).toBeVisible()
  if (people.length > 0) await chooseAll(main, 'People', people)
  await seen('access')
  await next.click()
  await seen('summary')
  await main.getByRole('button', { name: 'Create application' }).click()
  await expect(main.getByRole('heading', { name: `${name} is ready` })).toBeVisible()
}

/** From where the wizard ends to the page of what it made. */
export async function openMade(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Open application' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Makes an application by the wizard, and stays where that ends. */
export async function makeApplication(page: Page, application: NewApplication): Promise<void> {
  await goTo(page, 'Applications')
  await page.getByRole('main').getByRole('button', { name: 'Create application' }).click()
  await fillWizard(page, application)
}

/** The same, and comes to its page. */
export async function createApplication(page: Page, application: NewApplication): Promise<void> {
  await makeApplication(page, application)
  await openMade(page, application.name)
}
