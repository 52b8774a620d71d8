import { defineConfig, devices } from '@playwright/test'
import { electronExecutable } from './scripts/electron-runtime.ts'
import { chromiumOptions } from './scripts/system-chromium.ts'
import { tellMissing } from './test/helpers/outside-programs.ts'

/** Workers read this file again; what is to be said is said once. */
const isFirstRead = process.env['TEST_WORKER_INDEX'] === undefined
const isBuildServer = process.env['CI'] === 'true'

/**
 * `browser` is Chromium against the headless service, where almost every journey runs. `desktop` is Electron, for what only that has,
 * and for ten journeys that a person takes with it: start and second start (`desktop/smoke`), the sample, a rule, its review and a
 * simulation (`journeys/first-slice`), the audit log and its export (`journeys/audit-proof`), backup and restore (`desktop/backups`),
 * no network (`desktop/offline`), quitting (`desktop/unsaved`, `desktop/running-work`). `journeys/` runs in both. Without an Electron
 * runtime the half of the desktop is left out, but never where one was promised: a build server that names a runtime must have it.
 */
const hasElectron = electronExecutable(import.meta.dirname) !== null
if (!hasElectron && isBuildServer && process.env['ELECTRON_OVERRIDE_DIST_PATH']) {
  throw new Error('ELECTRON_OVERRIDE_DIST_PATH names no Electron runtime')
}
if (isFirstRead) tellMissing('npm run test:e2e')
if (!hasElectron && isFirstRead)
  process.stderr.write('No Electron runtime on this machine: the desktop project is left out.\n')

/** One at a time: programs that start together would look for the same port. */
const desktop = {
  name: 'desktop',
  workers: 1,
  testMatch: ['desktop/**/*.spec.ts', 'journeys/**/*.spec.ts'],
}
const browser = {
  name: 'browser',
  testMatch: ['browser/**/*.spec.ts', 'journeys/**/*.spec.ts'],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    launchOptions: chromiumOptions(),
  },
}

/** Calls, requests and messages. With pictures and documents a trace costs a fifth of the time. */
const CHEAP_TRACE = { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false } as const

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/setup/sample-workspace.ts',
  outputDir: 'test-results',
  workers: 2,
  // What fails once has a cause: a second try would hide it.
  retries: 0,
  forbidOnly: isBuildServer,
  // Bounds on hanging, not on speed: a loaded machine may take many times as long as an idle one.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: { trace: isBuildServer ? CHEAP_TRACE : 'retain-on-failure', screenshot: 'only-on-failure' },
  projects: hasElectron ? [desktop, browser] : [browser],
})
