import { callFromPage } from '../../helpers/acts/call.ts'
import { goTo } from '../../helpers/acts/shell.ts'
import { expect, test } from '../../helpers/journey.ts'

test.use({ sample: true })

const EVENTS = /[1-9][\d,]* events · [\d.]+ MB/

test('background jobs: an export is seen to its end, and an import that fails says why', async ({
  journey: { page },
}) => {
  const main = page.getByRole('main')
  const ended = (text: string) => main.getByRole('row').filter({ hasText: text })

  await test.step('the page stands in the navigation', async () => {
    await goTo(page, 'Background jobs')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Background jobs')
  })

  await test.step('an export that was begun elsewhere shows up, and completes with its number of events', async () => {
    const begun = await callFromPage(page, 'POST', '/gatehouse/v1/logs/exports', { format: 'NDJSON' })
    expect(begun.status).toBe(200)
    await goTo(page, 'Overview')
    await goTo(page, 'Background jobs')
    const row = ended('Export of the audit log')
    await expect(row).toContainText('Completed')
    await expect(row).toContainText(EVENTS)
    await expect(main).toContainText('Nothing is running or waiting.')
  })

  await test.step('an import of a bad file fails with its reason', async () => {
    const path = '/gatehouse/v1/logs/imports?name=broken.ndjson'
    const begun = await callFromPage(page, 'POST', path, 'not an event\n', 'application/x-ndjson')
    expect(begun.status).toBe(200)
    await goTo(page, 'Overview')
    await goTo(page, 'Background jobs')
    const row = ended('broken.ndjson')
    await expect(row).toContainText('Failed')
    await expect(row).toContainText('Line 1: this is not JSON.')
  })

  await test.step('a job leads to where it belongs', async () => {
    await ended('broken.ndjson').getByRole('link', { name: 'Import of an audit log' }).click()
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Integrity and retention')
    await expect(main.getByRole('list', { name: 'Imports' })).toContainText('broken.ndjson')
  })
})
