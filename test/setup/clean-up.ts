import { afterAll, vi } from 'vitest'
import { endFile } from '../helpers/at-file-end.ts'

// Files of one worker share its globals.
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  return endFile()
})
