import { expect, test } from '../../helpers/journey.ts'
import { fillWizard, openMade } from '../../helpers/acts/applications.ts'
import { chooseFound, find, menuOption, takeFromMenu } from '../../helpers/acts/form.ts'
import { addRule } from '../../helpers/acts/policies.ts'
import { goTo } from '../../helpers/acts/shell.ts'

test('from an empty workspace to a first verdict by clicks alone: each step ticks off, and the list of them goes', async ({
  journey: { page },
}) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const steps = main.getByRole('region', { name: 'First steps' })
  /** Takes a step from the list, which says before it how many are done. */
  const take = async (done: number, step: string) => {
    await goTo(page, 'Overview')
    await expect(steps).toContainText(`${done} of 5`)
    await steps.getByRole('link', { name: step }).click()
  }

  await test.step('start empty', async () => {
    await page.getByRole('button', { name: 'Start empty' }).click()
    await expect(steps.getByRole('listitem')).toHaveCount(5)
  })

  await test.step('create a person; what is missing is said beside its field', async () => {
    await take(0, 'Create a person')
    await dialog.getByLabel('First name').fill('Ada')
    await dialog.getByLabel('Last name').fill('Low')
    await dialog.getByRole('button', { name: 'Create person' }).click()
    await expect(dialog.getByRole('alert').first()).toHaveText('Enter an email address.')
    await dialog.getByLabel('Email').fill('ada@example.test')
    await dialog.getByLabel('Password').fill('Correct-Horse-7')
    await dialog.getByRole('button', { name: 'Create person' }).click()
    await expect(page.getByRole('heading', { name: 'Ada Low' })).toBeVisible()
    await expect(main).toContainText('Active')
  })

  await test.step('create a group, and paste its members; who is not found is said and stays', async () => {
    await take(1, 'Create a group')
    await dialog.getByLabel('Name').fill('Staff')
    await dialog.getByRole('button', { name: 'Create group' }).click()
    await expect(page.getByRole('heading', { name: 'Staff' })).toBeVisible()
    await main.getByRole('button', { name: 'Paste a list…' }).click()
    const list = dialog.getByLabel('Logins or email addresses')
    await list.fill('ada@example.test; nobody@example.test')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog.getByRole('status')).toContainText('1 entry was not added')
    await expect(list).toHaveValue('nobody@example.test')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(main.getByRole('link', { name: 'Ada Low' })).toBeVisible()
  })

  await test.step('create an application, and assign it to the group', async () => {
    await take(2, 'Create an application')
    const fields = { 'Redirect addresses': 'https://wiki.example.com/back' }
    await fillWizard(page, { kind: 'Web application', name: 'Wiki', fields })
    await openMade(page, 'Wiki')
    await main.getByRole('link', { name: 'Assignments' }).click()
    const card = main.getByRole('region', { name: 'Assigned groups' })
    // WHY by force: the library lays the field over its own placeholder.
    await card.getByText('Assign to groups').click({ force: true })
    await find(page, 'Staff')
    await page.keyboard.press('Tab')
    await card.getByRole('button', { name: 'Add' }).click()
    await expect(card.getByRole('link', { name: 'Staff' })).toBeVisible()
  })

  await test.step('create a policy with a rule', async () => {
    await take(3, 'Create a policy')
    await dialog.getByLabel('Name').fill('Staff sign-on')
    await dialog.getByRole('button', { name: 'Create policy' }).click()
    await expect(page.getByRole('heading', { name: 'Staff sign-on' })).toBeVisible()
    await expect(dialog).toBeHidden()
    await addRule(page, 'Staff get in', /Anyone.*allow/, async () => {})
  })

  await test.step('simulate: the rule decides', async () => {
    await take(4, 'Simulate a sign-in')
    await chooseFound(page.getByRole('group', { name: 'Person' }).getByRole('combobox').first(), 'Ada Low')
    const verdict = page.getByRole('article', { name: 'Global session policy' })
    await expect(verdict).toContainText('Allowed')
    await expect(verdict).toContainText('“Staff get in” of “Staff sign-on”')
    await goTo(page, 'Overview')
    await expect(main).toContainText('Recent changes')
    await expect(steps).toBeHidden()
  })
})

test('the life of a person on their page: edited, suspended and let in again, deactivated, deleted by name', async ({
  journey: { page },
}) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const step = async (word: string) => {
    await main.getByRole('button', { name: 'More about Ada' }).click()
    await menuOption(page, `${word}…`).click()
    await dialog.getByRole('button', { name: `${word} person` }).click()
    await expect(dialog).toBeHidden()
  }

  await test.step('create a person who is not active yet', async () => {
    await page.getByRole('button', { name: 'Start empty' }).click()
    await goTo(page, 'Directory')
    await main.getByRole('button', { name: 'Create person' }).first().click()
    await dialog.getByLabel('First name').fill('Ada')
    await dialog.getByLabel('Last name').fill('Low')
    await dialog.getByLabel('Email').fill('ada@example.test')
    await dialog.getByLabel('Password').fill('Correct-Horse-7')
    await dialog.getByRole('switch', { name: 'Activate now' }).click()
    await dialog.getByRole('button', { name: 'Create person' }).click()
    await expect(main.getByRole('note')).toContainText('Not activated yet.')
    await step('Activate')
    await expect(main.getByRole('note')).toBeHidden()
  })

  await test.step('edit the profile', async () => {
    await main.getByRole('button', { name: 'Edit profile' }).click()
    await dialog.getByLabel('Last name').fill('Lovelace')
    await dialog.getByLabel('Job title').fill('Pilot')
    await dialog.getByRole('button', { name: 'Save person' }).click()
    await expect(page.getByRole('heading', { name: 'Ada Lovelace', level: 1 })).toBeVisible()
    await expect(main).toContainText('Pilot')
    await expect(dialog).toBeHidden()
  })

  await test.step('suspend, and lift it', async () => {
    await step('Suspend')
    await expect(main.getByRole('note')).toContainText('until the suspension is lifted')
    await step('Unsuspend')
    await expect(main.getByRole('note')).toBeHidden()
  })

  await test.step('deactivate, then delete for good, by name', async () => {
    await step('Deactivate')
    await expect(main.getByRole('note')).toContainText('the list of people leaves them out')
    await main.getByRole('button', { name: 'More about Ada' }).click()
    await menuOption(page, 'Delete for good…').click()
    const remove = dialog.getByRole('button', { name: 'Delete person' })
    await expect(remove).toBeDisabled()
    await dialog.getByLabel('Type “Ada Lovelace” to go on').fill('Ada Lovelace')
    await remove.click()
    await expect(main.getByRole('row', { name: /Workspace Owner/ })).toBeVisible()
    await expect(main.getByRole('row', { name: /Ada Lovelace/ })).toHaveCount(0)
  })
})

test('a password is set by hand, and what a step reveals is shown once, to be passed on', async ({
  journey: { page },
}) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const choose = (action: string) => takeFromMenu(page.getByRole('button', { name: 'More about Ada Low' }), action)

  await test.step('a person without a password', async () => {
    await page.getByRole('button', { name: 'Start empty' }).click()
    await main.getByRole('region', { name: 'First steps' }).getByRole('link', { name: 'Create a person' }).click()
    for (const [label, text] of [
      ['First name', 'Ada'],
      ['Last name', 'Low'],
      ['Email', 'ada@example.test'],
    ] as const)
      await dialog.getByLabel(label).fill(text)
    await dialog.getByRole('button', { name: 'Create person' }).click()
    await expect(page.getByRole('heading', { name: 'Ada Low' })).toBeVisible()
  })

  await test.step('set their password; what the policy asks is told', async () => {
    await choose('Set password')
    await dialog.getByLabel('Password').fill('weak')
    await dialog.getByRole('button', { name: 'Save password' }).click()
    await expect(dialog.getByRole('alert').first()).toContainText('must have at least 8 characters')
    await dialog.getByLabel('Password').fill('Correct-Horse-7')
    await dialog.getByRole('button', { name: 'Save password' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(main).toContainText('Active')
  })

  await test.step('give them a temporary one, which is there until it is closed', async () => {
    await choose('Give a temporary password')
    await dialog.getByRole('button', { name: 'Give a temporary password' }).click()
    const secret = dialog.locator('code')
    await expect(secret).toHaveText(/^\S{8,12}$/)
    const told = (await secret.textContent()) ?? ''
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(main).toContainText('Password expired')
    await expect(page.getByText(told)).toHaveCount(0)
  })
})
