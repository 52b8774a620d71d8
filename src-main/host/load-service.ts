import type { HostParts } from './workspace-host.ts'

const load = () => import('#server/index.ts')
let loading: ReturnType<typeof load> | undefined

/**
 * Loads the service, once. WHY apart from its first call: it is the longest part of a start, and Electron leaves the process idle
 * while it gets ready.
 */
export const loadService = () => (loading ??= load())

/** The service in this process, as a host starts it. */
export const service: Pick<HostParts, 'createServer' | 'probe' | 'restore'> = {
  createServer: async (options) => (await loadService()).createServer(options),
  probe: async (dataFile) => (await loadService()).probeWorkspace(dataFile),
  restore: async (dataFile, backup) =>
    (await loadService()).restoreWorkspace(dataFile, backup, new Date().toISOString()),
}
