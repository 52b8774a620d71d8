import { PARTS } from '#server/parts.ts'
import type { HostParts } from './workspace-host.ts'

let way: Promise<unknown> = Promise.resolve()

/** Keeps the rest of the service from being loaded before something else has been done. */
export const giveWay = (until: Promise<unknown>): void => void (way = until)

/** WHY in parts: each runs without a pause, and what the page asks for at its start waits in the same process. */
async function load() {
  for (const loadPart of PARTS) {
    await loadPart()
    await way
  }
  return import('#server/index.ts')
}

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
