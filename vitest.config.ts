import { globSync, readFileSync } from 'node:fs'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { clientRoutesModule } from './scripts/packaging/client-routes.ts'
import { licencesModule } from './scripts/packaging/licences.ts'
import { tellMissing } from './test/helpers/outside-programs.ts'
import { builtParts } from './test/setup/built-parts.ts'

const TESTS = ['test/{unit,contract,security,migrations,clients}/**/*.test.ts']
/**
 * Tests that need a document, which they say in their first line. WHY a project of their own: a worker is given up for a new one where
 * the next file asks for another environment, and reading the whole page again takes longer than most files.
 */
const WITH_DOCUMENT = globSync('test/unit/renderer/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').startsWith('// @vitest-environment happy-dom'),
)

tellMissing('npm test')

export default defineConfig(({ mode }) => ({
  plugins: [vue(), clientRoutesModule(), licencesModule(), builtParts()],
  test: {
    environment: 'node',
    // `npm run test:long` tries every property more often (test/helpers/runs.ts).
    env: { GATEHOUSE_RUNS: mode === 'long' ? 'long' : 'short' },
    globalSetup: ['test/setup/build-folder.ts'],
    setupFiles: ['test/setup/properties.ts', 'test/setup/query-stacks.ts', 'test/setup/clean-up.ts'],
    // A bound on hanging, not on speed: a loaded machine may take many times as long as an idle one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is waited for has no time of its own: without this one second would be a promise.
    expect: { poll: { timeout: 100_000 } },
    // Each worker has services and files of its own: more than two gain little and starve each other on small machines.
    maxWorkers: 2,
    projects: [
      // WHY shared modules: reading the whole page or service again for each file takes half of the time. Helpers clean up by `atFileEnd`.
      {
        extends: true,
        test: { name: 'pages', include: WITH_DOCUMENT, isolate: false, setupFiles: ['test/setup/pages.ts'] },
      },
      { extends: true, test: { name: 'service', include: TESTS, exclude: WITH_DOCUMENT, isolate: false } },
    ],
  },
}))
