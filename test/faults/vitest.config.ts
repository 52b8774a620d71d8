import { defineConfig } from 'vitest/config'
import { tellMissing } from '../helpers/outside-programs.ts'

tellMissing('npm run test:faults')

/** Faults take their time, so they are no part of the ordinary run: `vitest run --config test/faults/vitest.config.ts`. */
export default defineConfig({
  test: {
    include: ['test/faults/**/*.faults.ts'],
    environment: 'node',
    setupFiles: ['test/setup/clean-up.ts'],
    hookTimeout: 60_000,
    // One at a time: each keeps the machine busy by itself.
    fileParallelism: false,
  },
})
