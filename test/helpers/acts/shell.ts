import { expect, type Page } from '@playwright/test'

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
  await page.getByRole('button', { name: 'Load the sample organization' }).click()
  await expect(page.getByRole('heading', { name: SAMPLE_NAME })).toBeVisible()
}
