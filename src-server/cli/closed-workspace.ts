import { stat } from 'node:fs/promises'
import { StartError } from '#contract/gatehouse/start-error.ts'
import { openStore } from '#db/store.ts'
import { createService } from '#operations/composition/create-service.ts'
import type { Service } from '#operations/service/service.ts'
import { initializeWorkspace } from '#operations/workspace/initialize-workspace.ts'
import { VERSION } from '#server/version.ts'
import { remark, UsageError } from './command.ts'

/** It is not served; operations that take or give addresses of the organization have one nevertheless. */
const NO_ADDRESS = 'http://localhost'

/**
 * Works on a workspace that is not open elsewhere, as a service without a port.
 * @param elsewhere a sentence that says what to do if it is open
 * @throws StartError
 */
export async function withClosedWorkspace<T>(
  data: string,
  elsewhere: string,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  if (!(await stat(data).catch(() => null))?.isFile()) throw new UsageError(`${data} is not a file.`)
  const store = await openStore(data, new Date().toISOString()).catch((error: unknown) => {
    if (!(error instanceof StartError) || error.code !== 'FILE_IN_USE') throw error
    throw new StartError(error.code, `${error.message} ${elsewhere}`)
  })
  let service: Service | null = null
  try {
    const engine = await initializeWorkspace(store, { engine: 'identity' }, Date.now)
    const onTrouble = (error: unknown, what: string) => remark(`${what}: ${String(error)}`)
    service = createService({ store, version: VERSION, engine, clock: Date.now, url: () => NO_ADDRESS, onTrouble })
    return await work(service)
  } finally {
    await service?.remotes.close()
    await service?.workers.close()
    await store.close()
  }
}
