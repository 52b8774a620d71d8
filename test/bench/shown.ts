import type { Page } from '@playwright/test'

/**
 * Waits until an element is there, by looking at every frame.
 * WHY not the driver's own waiting: it looks again after up to half a second, which is more than what is measured.
 */
export async function shown(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((wanted) => document.querySelector(wanted) !== null, selector, { polling: 'raf' })
}
