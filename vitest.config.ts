import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { licencesModule } from './scripts/packaging/licences.ts'

export default defineConfig({
  plugins: [vue(), licencesModule()],
  test: {
    include: ['test/{unit,contract,security,migrations}/**/*.test.ts'],
    environment: 'node',
    globalSetup: [],
    setupFiles: ['test/setup/property-seed.ts'],
    // A bound on hanging, not on speed: a loaded machine may take many times as long as an idle one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Each worker has services and files of its own: more than two gain little and starve each other on small machines.
    maxWorkers: 2,
  },
})
