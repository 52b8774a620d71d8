import { expect, test, type Page } from '@playwright/test'

/** Loading the sample takes some 10 s; ten times that, so that no journey fails because a machine is slow. */
const SAMPLE_MS = 100_000

/** The name of the sample organization, the heading of its first page. */
export const SAMPLE_NAME = 'Tidewrack Logistics'

/** Goes to a room by the navigation at the left, and waits until it is there; `within`: the room that it is a part of. */
export async function goTo(page: Page, room: string, within?: string): Promise<void> {
  const link = page.getByRole('navigation').first().getByRole('link', { name: room, exact: true })
  if (within && !(await link.isVisible())) await goTo(page, within)
  await link.click()
  await expect(link).toHaveClass(/\b(current|here)\b/)
}

/** Fills an empty workspace, as the first page offers. */
export async function loadSample(page: Page): Promise<void> {
  test.setTimeout(test.info().timeout + SAMPLE_MS)
  await page.getByRole('button', { name: 'Load the sample organization' }).click()
  await expect(page.getByRole('heading', { name: SAMPLE_NAME })).toBeVisible({ timeout: SAMPLE_MS })
}
