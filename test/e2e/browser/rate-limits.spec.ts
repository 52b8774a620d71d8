import { callFromPage } from '../../helpers/acts/call.ts'
import { expect, test } from '../../helpers/journey.ts'
import { seriousFindings } from '../../helpers/room-views.ts'

test('rate limits are switched on, a script that asks too often is refused, and the page and the log say so', async ({
  journey: { page },
}) => {
  const main = page.getByRole('main')
  await page.getByRole('button', { name: 'Start empty' }).click()
  await expect(main.getByRole('region', { name: 'First steps' })).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Access' }).click()
  await page.getByRole('link', { name: 'Rate limits' }).click()
  await expect(main.getByText('They are off: nothing is counted, and no request is refused.')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await main.getByRole('button', { name: 'Switch on' }).click()
  await expect(main.getByText('Requests over a limit are answered with 429', { exact: false })).toBeVisible()

  const statuses: number[] = []
  for (let time = 0; time < 26; time++) statuses.push((await callFromPage(page, 'GET', '/api/v1/logs?limit=1')).status)
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([25, 429])

  await expect(main.getByRole('row', { name: /^Audit log/ })).toContainText('25 of 50')
  expect(await seriousFindings(page)).toEqual([])
  await main.getByRole('button', { name: 'Switch off' }).click()
  await expect(main.getByText('They are off', { exact: false })).toBeVisible()
  await main.getByRole('link', { name: 'Refusals in the audit log' }).click()
  await expect(main.getByText('Over the rate limit').first()).toBeVisible()
})
