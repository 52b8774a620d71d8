import { makePool, type Pool } from './pool.ts'
import type { Revision, Tasks } from './protocol.ts'

/** What the service has computed beside its event loop. */
export type Workers = Pool<Tasks>

/** In the sources it is here; in a build, beside the file of the service (`workerBuild` in vite.server.config.ts). */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? 'worker.ts' : 'worker.js', import.meta.url)

/**
 * Begins no thread before there is something to do.
 * @param file the workspace, which has to be open
 */
export function makeWorkers(
  file: string,
  options: { revision?: () => Revision; requireFile?: () => void } = {},
): Workers {
  return makePool<Tasks>({
    entry: ENTRY,
    file,
    inBackground: ['ruledPeople', 'stepImpacts', 'unusedValues', 'verifyLog'],
    ...options,
  })
}
