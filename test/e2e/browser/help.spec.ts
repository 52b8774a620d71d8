import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { startHeadless, type HeadlessService } from '../../helpers/headless-service.ts'

let service: HeadlessService
test.beforeAll(async () => {
  service = await startHeadless({ sample: true })
})
test.afterAll(() => service.dispose())
test.beforeEach(async ({ page }) => {
  await page.goto(`${service.url}/#token=${service.token}`)
  await expect(page.getByRole('heading', { name: 'Tidewrack Logistics' })).toBeVisible()
})

test('a report is shown whole, then saved as it was shown, without the token and the people', async ({ page }) => {
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByText('Report a problem…').click()
  const dialog = page.getByRole('dialog', { name: 'Report a problem' })
  const text = dialog.getByRole('region', { name: 'Text of the report' })
  await expect(text).toContainText('"sqlite"')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save…' }).click()
  const saved = await (await download).path()
  const report = await readFile(saved, 'utf8')
  expect(report).toBe(await text.textContent())
  expect(JSON.parse(report)).toMatchObject({ service: { workspace: { sampleLoaded: true } }, page: { page: '/' } })
  expect(report).not.toContain(service.token)
  expect(report).not.toContain(service.dataFile)
  expect(report).not.toMatch(/Almsgård|@/)
})

test('a denser page shows more rows of a list, now and after a reload', async ({ page }) => {
  const first = page.getByRole('main').getByRole('row').nth(1)
  const heightOfRow = async () => Math.round((await first.boundingBox())?.height ?? 0)
  const people = page.getByRole('heading', { level: 1, name: 'People' })
  await page.goto(`${service.url}/#/directory/people`)
  await expect(people).toBeVisible()
  await expect.poll(heightOfRow).toBe(36)
  await page.goto(`${service.url}/#/settings/appearance`)
  await page.getByText('Compact', { exact: true }).click()
  await page.goto(`${service.url}/#/directory/people`)
  await expect(people).toBeVisible()
  await expect.poll(heightOfRow).toBe(28)
  await page.reload()
  await expect.poll(heightOfRow).toBe(28)
})

test('the licences of all that is shipped stand in About, each with its text', async ({ page }) => {
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByText('About Gatehouse').click()
  await page.getByRole('textbox', { name: 'Search the packages' }).fill('naive-ui')
  await expect(page.getByText('1 package')).toBeVisible()
  await page.getByRole('list', { name: 'Packages' }).getByText('naive-ui').click()
  await expect(page.getByText('Permission is hereby granted').first()).toBeVisible()
})
