import { readFile } from 'node:fs/promises'
import { expect, test } from '../../helpers/journey.ts'
import { chooseFound } from '../../helpers/acts/form.ts'
import { goTo } from '../../helpers/acts/shell.ts'

test.use({ sample: true })

test('many sign-ins are answered at once, lead to each with its reasons, can be saved, and are remembered', async ({
  journey: { page },
}) => {
  const main = page.getByRole('main')
  const matrix = main.getByRole('region', { name: 'Matrix of sign-ins' })

  await test.step('a group and two applications', async () => {
    await goTo(page, 'Many sign-ins', 'Simulate')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Many sign-ins')
    await main.getByText('A group', { exact: true }).click()
    await chooseFound(main.getByRole('combobox', { name: 'Group' }), 'Contractors')
    for (const name of ['Cargo tracker', 'Helm CRM'])
      await chooseFound(main.getByRole('combobox', { name: 'Applications' }), name)
    await page.keyboard.press('Escape')
    await main.getByLabel('Address').fill('203.0.113.70')
    await main.getByRole('button', { name: 'Simulate', exact: true }).click()
    await expect(matrix.getByRole('columnheader')).toHaveText(['Person', 'Cargo tracker', 'Helm CRM'])
    await expect(main.getByRole('status')).toContainText(/\d+ people × 2 applications: /)
  })

  await test.step('saved as CSV', async () => {
    const download = page.waitForEvent('download')
    await main.getByRole('button', { name: 'Save as CSV' }).click()
    const text = await readFile(await (await download).path(), 'utf8')
    expect(text.split('\r\n')[0]).toBe('\uFEFFPerson,Login,Cargo tracker,Helm CRM')
    const rows = await matrix.getByRole('rowheader').count()
    expect(text.trimEnd().split('\r\n')).toHaveLength(rows + 1)
  })

  await test.step('a cell leads to that sign-in, which comes to the same', async () => {
    const cell = matrix.getByRole('cell').getByRole('link').first()
    const answer = (await cell.getAttribute('title')) ?? ''
    await cell.click()
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Simulate')
    await expect(main).toContainText(answer)
  })

  await test.step('both are in the history, and the matrix is run again from there', async () => {
    const history = main.getByRole('region', { name: 'History of runs' })
    await history.getByRole('button', { name: /History/ }).click()
    await expect(history.getByRole('link')).toHaveCount(2)
    await history.getByRole('link', { name: /Many sign-ins from 203/ }).click()
    await expect(matrix.getByRole('columnheader')).toHaveCount(3)
  })
})
