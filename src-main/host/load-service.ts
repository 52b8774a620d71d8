import type { HostParts } from './workspace-host.ts'

/** WHY loaded with the first call: what it consists of takes longer than the window needs to open. */
const load = () => import('#server/index.ts')

/** The service in this process, as a host starts it. */
export const service: Pick<HostParts, 'createServer' | 'probe' | 'restore'> = {
  createServer: async (options) => (await load()).createServer(options),
  probe: async (dataFile) => (await load()).probeWorkspace(dataFile),
  restore: async (dataFile, backup) => (await load()).restoreWorkspace(dataFile, backup, new Date().toISOString()),
}
