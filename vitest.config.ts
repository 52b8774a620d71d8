import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [vue()],
  test: {
    include: ['test/{unit,contract,security,migrations}/**/*.test.ts'],
    environment: 'node',
    globalSetup: [],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Two cores: more workers only wait for each other.
    maxWorkers: 2,
  },
})
