import { readdirSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { launchDesktop, type DesktopUnderTest } from '../../helpers/electron-app.ts'

let desktop: DesktopUnderTest
test.beforeEach(async () => {
  desktop = await launchDesktop()
})
test.afterEach(() => desktop.dispose())

const link = (name: string) => desktop.page.getByRole('navigation').first().getByRole('link', { name, exact: true })

async function openGroups(): Promise<void> {
  await link('Directory').click()
  await link('Groups').click()
}

async function openBackups(): Promise<void> {
  await link('Settings').click()
  const sections = desktop.page.getByRole('navigation', { name: 'Sections of the settings' })
  await sections.getByRole('link', { name: 'Backups' }).click()
}

async function createGroup(name: string): Promise<void> {
  const { page } = desktop
  await page.getByRole('button', { name: 'Create group' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('a backup is made and restored in the settings: the workspace is as it was, and what it became is kept', async () => {
  const { page, profileDir } = desktop
  await page.getByRole('button', { name: 'Start empty' }).click()
  await openGroups()
  await createGroup('First')

  await openBackups()
  const backups = page.getByRole('region', { name: 'Backups' })
  await expect(backups.getByText('No backups yet')).toBeVisible()
  await backups.getByRole('button', { name: 'Back up now' }).click()
  const rows = backups.getByRole('row').filter({ hasText: / [KM]B/ })
  await expect(rows).toHaveText([/On request/])

  await openGroups()
  await createGroup('Second')
  await openBackups()
  await backups.getByRole('button', { name: /^Restore the backup of / }).click()
  const dialog = page.getByRole('dialog', { name: 'Restore this backup?' })
  await expect(dialog.getByText('Every change since then is taken out of it.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(rows.filter({ hasText: 'Before a restore' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'On request' })).toHaveCount(1)

  await openGroups()
  await expect(page.getByRole('cell', { name: 'First', exact: true })).toBeVisible()
  await expect(page.getByText('Second', { exact: true })).toHaveCount(0)
  expect(readdirSync(profileDir).filter((name) => name.includes('.before-restore-'))).toHaveLength(1)
})
