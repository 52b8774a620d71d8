import { defineConfig } from '@playwright/test'
import { tellMissing } from '../helpers/outside-programs.ts'

if (process.env['TEST_WORKER_INDEX'] === undefined) tellMissing('npm run test:package')

/** What is handed out, as a person gets it: installed, started from where it was installed, removed. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.package.ts',
  outputDir: '../../test-results/packaging',
  workers: 1,
  forbidOnly: process.env['CI'] === 'true',
  // Packing and installing read and write some hundred megabytes.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
})
