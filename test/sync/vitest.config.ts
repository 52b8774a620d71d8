import { defineConfig } from 'vitest/config'

/** The built program and a remote of its own take their time: `vitest run --config test/sync/vitest.config.ts`. */
export default defineConfig({
  test: {
    include: ['test/sync/**/*.sync.ts'],
    environment: 'node',
    setupFiles: ['test/setup/clean-up.ts'],
    hookTimeout: 60_000,
    fileParallelism: false,
  },
})
