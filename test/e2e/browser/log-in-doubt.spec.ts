import { expect, test } from '@playwright/test'
import { goTo } from '../../helpers/acts/shell.ts'
import { withDatabase } from '../../helpers/files.ts'
import { serveOnce, startHeadless } from '../../helpers/headless-service.ts'

const REASON = 'Set by our own maintenance script'

/** Seals a new workspace, and then switches a guard off behind the back of the service. */
async function forge(dataFile: string): Promise<void> {
  await serveOnce(dataFile)
  await withDatabase(dataFile, (database) =>
    database.run(`INSERT OR REPLACE INTO settings VALUES ('developer', '{"allowLocalHooks":true}')`),
  )
}

test('a log in doubt is accepted only with a reason, which the log keeps', async ({ page }) => {
  const service = await startHeadless({ prepare: forge })
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const banner = page.getByRole('alert').filter({ hasText: 'Until this is accepted' })
  try {
    await page.goto(`${service.url}/#token=${service.token}`)
    await page.getByRole('button', { name: 'Start empty' }).click()
    await expect(banner).toContainText('allowLocalHooks was false when sealed and is true now')
    await banner.getByRole('button', { name: 'Review' }).click()

    await main.getByRole('button', { name: 'Accept…' }).click()
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(dialog).toContainText('must not be empty')
    await dialog.getByLabel('Reason').fill(REASON)
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(main).not.toContainText('Needs your decision')

    await goTo(page, 'Audit')
    await expect(banner).toHaveCount(0)
    await main.getByRole('row').filter({ hasText: 'Accept concern about audit log' }).click()
    await expect(dialog).toContainText(REASON)
  } finally {
    await service.dispose()
  }
})
