import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from '../../helpers/journey.ts'
import { chooseAll } from '../../helpers/acts/form.ts'
import { isMissing } from '../../helpers/outside-programs.ts'
import { seriousFindings } from '../../helpers/room-views.ts'

test.skip(isMissing('curl', 'sh'), 'The copied command needs a shell and curl.')

/** Runs what was copied, as an administrator does in a terminal. @returns the status of the reply */
async function statusOf(command: string): Promise<string> {
  const silent = command.replace(/^curl /m, `curl -s -o /dev/null -w '%{http_code}' `)
  return (await promisify(execFile)('sh', ['-c', silent])).stdout
}

test('a token is made, used by the copied command, seen to be used, and revoked', async ({ journey: { page } }) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog').last()
  await page.getByRole('button', { name: 'Start empty' }).click()
  await expect(main.getByRole('region', { name: 'First steps' })).toBeVisible()
  let command = ''

  await test.step('it is made, and shown once with a command to try it', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Access' }).click()
    await page.getByRole('link', { name: 'API tokens' }).click()
    await main.getByRole('button', { name: 'Create API token' }).click()
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly export')
    await dialog.getByRole('button', { name: 'Create API token' }).click()
    await expect(dialog).toContainText('it is not shown again')
    expect(await seriousFindings(page)).toEqual([])
    command = (await dialog.getByLabel('Example command').textContent()) ?? ''
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(main.getByRole('row', { name: /Nightly export/ })).toContainText('Never')
  })

  await test.step('the command works, and its use is shown', async () => {
    expect(await statusOf(command)).toBe('200')
    await page.reload()
    const row = main.getByRole('row', { name: /Nightly export/ })
    await expect(row).not.toContainText('Never')
    await row.click()
    await expect(dialog).toContainText('127.0.0.1')
    expect(await seriousFindings(page)).toEqual([])
  })

  await test.step('it is restricted to zones that do not hold this machine, and refused', async () => {
    await dialog.getByRole('button', { name: 'Edit API token' }).click()
    const form = page.getByRole('dialog').last()
    await form.getByText('Network zones', { exact: true }).click()
    await chooseAll(form, 'In these zones', ['LegacyIpZone'])
    await form.getByRole('button', { name: 'Save API token' }).click()
    await expect(dialog).toContainText('1 zone')
    expect(await statusOf(command)).toBe('403')
  })

  await test.step('it is revoked: the command is refused, and the log says by whom', async () => {
    await dialog.getByRole('button', { name: 'Revoke…' }).click()
    await page.getByRole('dialog').last().getByRole('button', { name: 'Revoke API token' }).click()
    await expect(main.getByRole('row', { name: /Nightly export/ })).toHaveCount(0)
    expect(await statusOf(command)).toBe('401')
    await page.getByRole('navigation').getByRole('link', { name: 'Audit' }).click()
    await expect(main.getByText('Revoke API token').first()).toBeVisible()
    await expect(main.getByText('Refuse API token').first()).toBeVisible()
  })
})
