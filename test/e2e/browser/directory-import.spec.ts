import { goTo, loadSample } from '../../helpers/acts/shell.ts'
import { expect, test } from '../../helpers/journey.ts'

const HEAD = 'Username,Given name,Surname,Mail,Department'
const line = (login: string, mail = login) => `${login},Jo,Doe,${mail},Sales`
const csv = (...lines: string[]) => ({
  name: 'new-people.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([HEAD, ...lines, ''].join('\n')),
})
const GOOD = ['one', 'two', 'three', 'four', 'five'].map((name) => line(`${name}@new.example.com`))

test('a file of people with three bad rows is corrected, imported and undone', async ({ journey: { page } }) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const rows = main.getByRole('region', { name: 'Rows of the file' })
  const search = async (text: string) => {
    await goTo(page, 'People', 'Directory')
    await main.getByRole('textbox', { name: 'Search people' }).fill(text)
  }

  await test.step('the list of people leads to the form, by keyboard', async () => {
    await loadSample(page)
    await goTo(page, 'People', 'Directory')
    await main.getByRole('button', { name: 'Import or export' }).press('Enter')
    await page.locator('.n-dropdown-option', { hasText: 'Import people…' }).click()
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Import and export')
    await expect(main.getByRole('radio', { name: 'People' })).toBeChecked()
  })

  await test.step('its columns are matched, with a value of each', async () => {
    const bad = [line('six@new.example.com', 'no address'), ',Jo,Doe,seven@new.example.com,Sales', GOOD[0] ?? '']
    await main.getByLabel('File to import').setInputFiles(csv(...GOOD, ...bad))
    const column = main.getByRole('row').filter({ hasText: 'Given name' })
    await expect(column).toContainText('Jo')
    await expect(column).toContainText('First name')
    await main.getByRole('button', { name: 'Check' }).click()
  })

  await test.step('three rows say why they cannot be imported, and nothing can be applied', async () => {
    await expect(main).toContainText('3 rows cannot be imported, so nothing is applied.')
    await expect(rows).toContainText('email: must be a valid email')
    await expect(rows).toContainText('names neither a login nor an id')
    await expect(rows).toContainText('is about the same as line 2')
    await rows.getByRole('row').nth(1).press('Enter')
    await expect(dialog).toContainText('six@new.example.com,Jo,Doe,no address,Sales')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(main.getByRole('button', { name: /^Apply/ })).toHaveCount(0)
    const download = page.waitForEvent('download')
    await main.getByRole('button', { name: 'Save problems as CSV' }).click()
    expect((await download).suggestedFilename()).toContain('problems')
  })

  await test.step('the corrected file is checked like the one before it, and applied', async () => {
    await main.getByLabel('Corrected file').setInputFiles(csv(...GOOD, line('six@new.example.com')))
    await main.getByRole('button', { name: 'Apply 6 rows' }).click()
    await expect(main).toContainText('All of it was applied.')
    await search('five@new.example.com')
    await expect(main.getByRole('row').filter({ hasText: 'five@new.example.com' })).toBeVisible()
  })

  await test.step('an undo says what it does, and does it', async () => {
    await goTo(page, 'Import and export', 'Directory')
    await main.getByRole('row').filter({ hasText: 'Applied' }).getByRole('link').click()
    await main.getByRole('button', { name: 'Undo' }).click()
    await expect(dialog).toContainText('6 people that it created are deleted')
    await dialog.getByRole('button', { name: 'Undo import' }).click()
    await expect(main.getByText('Undone', { exact: true })).toBeVisible()
    await search('five@new.example.com')
    await expect(main).toContainText('No person found')
  })
})
