import { expect, test } from '../../helpers/journey.ts'

test.use({ sample: true })

test('hooks: one that sends to the built-in receiver is tried out, sent again, and changed', async ({
  journey: { page },
}) => {
  const main = page.getByRole('main')
  const navigation = page.getByRole('navigation').first()
  const dialog = page.getByRole('dialog')

  await test.step('without the developer switch the receiver is closed', async () => {
    await navigation.getByRole('link', { name: 'Hooks' }).click()
    await main.getByRole('button', { name: 'Try one out on this machine' }).click()
    await expect(main).toContainText('The receiver is closed')
    await main.getByRole('button', { name: 'Turn on' }).click()
    await expect(main).toContainText('No requests yet')
  })

  await test.step('a hook without events is refused beside the field, with some it is made and verified', async () => {
    await main.getByRole('button', { name: 'Create a hook that sends here' }).click()
    await dialog.getByLabel('Name', { exact: false }).first().fill('')
    await dialog.getByRole('button', { name: 'Create hook' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Enter a name.')
    await dialog.getByLabel('Name', { exact: false }).first().fill('Try-out')
    await dialog.getByLabel('Search events').fill('delete group')
    await dialog.getByRole('checkbox', { name: 'Delete group' }).click()
    await dialog.getByRole('button', { name: 'Create hook' }).click()
    await expect(main.getByRole('list', { name: 'Hooks that send here' })).toContainText('Verified')
    await expect(main.getByRole('table')).toContainText('Verification challenge: answered')
  })

  await test.step('a change arrives', async () => {
    await navigation.getByRole('link', { name: 'Directory' }).click()
    await navigation.getByRole('link', { name: 'Groups' }).click()
    await main.getByRole('button', { name: 'Create group' }).click()
    await dialog.getByLabel('Name').fill('Harbour pilots')
    await dialog.getByRole('button', { name: 'Create group' }).click()
    await expect(page.getByRole('heading', { name: 'Harbour pilots' })).toBeVisible()
    await navigation.getByRole('link', { name: 'Hooks' }).click()
    await main.getByRole('button', { name: 'Built-in receiver' }).click()
    await expect(main.getByRole('table')).toContainText('created group Harbour pilots')
  })

  await test.step('its delivery is sent again', async () => {
    await main.getByRole('link', { name: 'Try-out' }).click()
    await main.getByRole('row').filter({ hasText: 'Create group' }).click()
    await expect(dialog.getByRole('listitem').filter({ hasText: 'answered 204' })).toHaveCount(1)
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await expect(dialog.getByRole('listitem').filter({ hasText: 'answered 204' })).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('another address must be verified again, and one that fails says why', async () => {
    await main.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Address').fill('http://127.0.0.1:9/nobody')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.last()).toContainText('until it is verified again')
    await dialog.last().getByRole('button', { name: 'Save the change' }).click()
    await expect(main).toContainText('Not verified')
    await main.getByRole('button', { name: 'Verify' }).click()
    await expect(main.getByRole('alert')).toContainText('could not be reached')
  })
})
