import { test as base, type Page } from '@playwright/test'
import { launchDesktop } from './electron-app.ts'
import { startHeadless } from './headless-service.ts'

/** A fresh workspace, seen through the page: in the desktop, or in a browser at the headless service. */
export interface Journey {
  page: Page
}

/**
 * Journeys are written once and run twice. The project's name decides where: `desktop` starts the program on a new
 * profile, `browser` the headless service on a new file.
 */
export const test = base.extend<{ journey: Journey }>({
  journey: async ({ playwright }, use, info) => {
    if (info.project.name === 'desktop') {
      const desktop = await launchDesktop()
      await use({ page: desktop.page })
      await desktop.dispose()
      return
    }
    const service = await startHeadless()
    const browser = await playwright.chromium.launch(info.project.use.launchOptions)
    const page = await browser.newPage({ viewport: info.project.use.viewport ?? null })
    await page.goto(`${service.url}/#token=${service.token}`)
    await use({ page })
    await browser.close()
    await service.dispose()
  },
})

export { expect } from '@playwright/test'
