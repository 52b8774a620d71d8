import { expect, test } from '@playwright/test'
import type { MenuItem } from 'electron'
import { goTo, loadSample } from '../../helpers/acts/shell.ts'
import { launchDesktop, openedOutside, type DesktopUnderTest } from '../../helpers/electron-app.ts'
import { inProgram } from '../../helpers/in-program.ts'
import { PNG } from '../../helpers/pictures.ts'

let desktop: DesktopUnderTest
test.beforeAll(async () => {
  desktop = await launchDesktop()
})
test.afterAll(() => desktop.dispose())

/** Chooses an entry of the menu bar, by the labels on the way. @returns whether there is such an entry that can be chosen */
const choose = (...path: string[]) =>
  inProgram(
    desktop.app,
    async ({ Menu }, labels) => {
      const found = labels.reduce<MenuItem | undefined>(
        (item, label) =>
          (item ? item.submenu : Menu.getApplicationMenu())?.items.find((each) => each.label === label && each.visible),
        undefined,
      )
      if (!found?.enabled) return false
      found.click()
      return true
    },
    path,
  )

test('before a workspace is begun a problem can be reported, and there is nowhere to go', async () => {
  const { page } = desktop
  await expect(page.getByRole('heading', { name: 'This workspace is new' })).toBeVisible()
  expect(await choose('Go', 'Overview')).toBe(false)
  expect(await choose('Help', 'Report a problem…')).toBe(true)
  const text = page.getByRole('region', { name: 'Text of the report' })
  await expect(text).toContainText('"electron"')
  await expect(text).not.toContainText(desktop.profileDir)
  await page.keyboard.press('Escape')
})

test('the menus go to the pages of the navigation, and open what helps', async () => {
  const { page } = desktop
  await loadSample(page)
  await expect.poll(() => choose('Go', 'Audit', 'Integrity and retention')).toBe(true)
  await expect(page.getByRole('heading', { level: 1, name: 'Integrity and retention' })).toBeVisible()
  expect(await choose('Help', 'Tour')).toBe(true)
  await expect(page.getByRole('heading', { level: 1, name: 'Tour' })).toBeVisible()
  expect(await choose('Help', 'About Gatehouse')).toBe(true)
  await expect(page.getByRole('region', { name: 'Third-party licences' })).toBeVisible()
  expect(await choose('Help', 'Keyboard shortcuts')).toBe(true)
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await choose('Help', 'Open logs folder')).toBe(true)
  await expect.poll(() => openedOutside(desktop.app)).toContainEqual(expect.stringMatching(/gatehouse\.log$/))
})

test('a logo that is uploaded is shown, though the page is not from the address that serves it', async () => {
  const main = desktop.page.getByRole('main')
  await goTo(desktop.page, 'Applications')
  const row = main.getByRole('row', { name: /Crew roster/ })
  await expect(row.locator('img')).toHaveCount(0)
  await row.getByText('Crew roster').click()
  const card = main.getByRole('region', { name: 'Logo' })
  await card.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG })
  await expect(card.getByRole('img', { name: 'Logo of Crew roster' })).toHaveJSProperty('naturalWidth', 24)
  await goTo(desktop.page, 'Applications')
  await expect(row.locator('img')).toHaveJSProperty('naturalWidth', 24)
  await goTo(desktop.page, 'Settings')
})

test('the service moves to another port, with the page and the workspace as they were', async () => {
  const { page } = desktop
  await page.getByRole('link', { name: 'Service and port' }).click()
  const port = page.getByRole('textbox', { name: 'Port of the service' })
  const former = Number(await port.inputValue())
  await port.fill(String(former + 40))
  await page.getByRole('button', { name: 'Restart on this port' }).click()
  await expect(page.getByRole('region', { name: 'API access' })).toContainText(`127.0.0.1:${former + 40}`)
  await page.getByRole('link', { name: 'General', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Organization' })).toContainText('Tidewrack Logistics')
})
