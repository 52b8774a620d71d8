import { expect, type Page } from '@playwright/test'
import type { HeadlessService } from '../headless-service.ts'

/** Connects an empty workspace to a remote from the first screen, so that it may write there, and pulls everything. */
export async function connectAndPull(page: Page, remote: Pick<HeadlessService, 'url' | 'token'>, name: string) {
  const [main, dialog] = [page.getByRole('main'), page.getByRole('dialog')]
  await page.getByRole('button', { name: 'Connect to your organization' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('textbox', { name: 'Address' }).fill(remote.url)
  await dialog.getByRole('textbox', { name: 'API token' }).fill(remote.token)
  await dialog.getByRole('switch', { name: 'May write' }).click()
  await dialog.getByRole('button', { name: 'Create connection' }).click()
  await main.getByRole('button', { name: 'Pull' }).click()
  await dialog.getByRole('button', { name: 'Pull', exact: true }).click()
  await expect(main.getByRole('status').filter({ hasText: 'Pulled' })).toBeVisible()
}
