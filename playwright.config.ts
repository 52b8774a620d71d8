import { defineConfig, devices } from '@playwright/test'
import { electronExecutable } from './scripts/electron-runtime.ts'
import { chromiumOptions } from './scripts/system-chromium.ts'

const isBuildServer = process.env['CI'] === 'true'

/**
 * What only one host has, and what takes long, runs in one: `desktop` in the desktop, `browser` in a browser against the headless
 * service. The journeys that touch most of the program run in both. Without an Electron runtime the desktop's half is left out, but
 * never where one was promised: a build server that names a runtime must have it.
 */
const hasElectron = electronExecutable(import.meta.dirname) !== null
if (!hasElectron && isBuildServer && process.env['ELECTRON_OVERRIDE_DIST_PATH']) {
  throw new Error('ELECTRON_OVERRIDE_DIST_PATH names no Electron runtime')
}
if (!hasElectron) process.stderr.write('No Electron runtime on this machine: the desktop project is left out.\n')

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

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  workers: 2,
  // On a build server a test is tried twice, and listed as flaky where only the second try passed: to be looked into, not to hold
  // back what it has nothing to do with.
  retries: isBuildServer ? 1 : 0,
  forbidOnly: isBuildServer,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  // A trace costs a fifth of the time: on a build server only what failed once is traced.
  use: { trace: isBuildServer ? 'on-first-retry' : 'retain-on-failure', screenshot: 'only-on-failure' },
  projects: hasElectron ? [desktop, browser] : [browser],
})
