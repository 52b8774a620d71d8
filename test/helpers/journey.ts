import { expect, test as base, type Page, type PlaywrightWorkerArgs, type TestInfo } from '@playwright/test'
import { defaultWorkspace } from '#main/host/data-folder.ts'
import { loadSample, SAMPLE_NAME } from './acts/shell.ts'
import { launchDesktop, saveInto } from './electron-app.ts'
import { startHeadless } from './headless-service.ts'

/** A fresh workspace, seen through the page: in the desktop, or in a browser at the headless service. */
export interface Journey {
  page: Page
  /** The workspace file, which is in use. */
  dataFile: string
  /** Does something that lets the person save a file, and saves it there. */
  saved(act: () => Promise<void>, file: string): Promise<void>
}

export interface OpenJourney extends Journey {
  dispose(): Promise<void>
}

/**
 * Opens a fresh workspace. The project's name decides where: `desktop` starts the program on a new profile, `browser` the
 * headless service on a new file. `sample`: with the sample organization in it.
 */
async function openJourney(
  { playwright }: Pick<PlaywrightWorkerArgs, 'playwright'>,
  info: TestInfo,
  options: { sample?: boolean } = {},
): Promise<OpenJourney> {
  const opened = info.project.name === 'desktop' ? await openDesktop() : await openBrowser(playwright, info, options)
  if (options.sample && info.project.name === 'desktop') await loadSample(opened.page)
  return opened
}

async function openDesktop(): Promise<OpenJourney> {
  const { app, page, profileDir, dispose } = await launchDesktop()
  const saved: Journey['saved'] = async (act, file) => {
    const done = await saveInto(app, file)
    await act()
    await done()
  }
  return { page, dataFile: defaultWorkspace(profileDir), saved, dispose }
}

async function openBrowser(
  playwright: PlaywrightWorkerArgs['playwright'],
  info: TestInfo,
  { sample = false }: { sample?: boolean },
): Promise<OpenJourney> {
  const service = await startHeadless({ sample })
  const browser = await playwright.chromium.launch(info.project.use.launchOptions)
  // WHY a context of one's own: it has the size of the project's window.
  const context = await browser.newContext({ viewport: info.project.use.viewport ?? null, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(`${service.url}/#token=${service.token}`)
  if (sample) await expect(page.getByRole('heading', { name: SAMPLE_NAME })).toBeVisible()
  const dispose = async () => {
    await browser.close()
    await service.dispose()
  }
  const saved: Journey['saved'] = async (act, file) => {
    const download = page.waitForEvent('download')
    await act()
    await (await download).saveAs(file)
  }
  return { page, dataFile: service.dataFile, saved, dispose }
}

/** Journeys are written once and run twice: each test in a workspace of its own; `test.use({ sample: true })`: with the sample organization. */
export const test = base.extend<{ journey: Journey; sample: boolean }>({
  sample: [false, { option: true }],
  journey: async ({ playwright, sample }, use, info) => {
    const { dispose, ...journey } = await openJourney({ playwright }, info, { sample })
    await use(journey)
    await dispose()
  },
})

/**
 * For files whose tests are many and leave the sample as they found it: one workspace for all of them.
 * @returns a function that gives the page, once a test runs
 */
export function sharedSample(): () => Page {
  let opened: OpenJourney | null = null
  test.beforeAll(async ({ playwright }) => {
    opened = await openJourney({ playwright }, test.info(), { sample: true })
  })
  test.afterAll(async () => {
    await opened?.dispose()
  })
  return () => {
    if (!opened) throw new Error('no test is running')
    return opened.page
  }
}

export { expect } from '@playwright/test'
