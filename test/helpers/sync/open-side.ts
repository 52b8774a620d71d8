import { systemContext } from '#audit-log/request-context.ts'
import { openStore } from '#db/store.ts'
import { createService } from '#operations/composition/create-service.ts'
import type { Service } from '#operations/service/service.ts'
import { initializeWorkspace } from '#operations/workspace/initialize-workspace.ts'
import { loadSample } from '#operations/workspace/load-sample.ts'
import { atFileEnd } from '../at-file-end.ts'
import { aFolder, START } from '../server.ts'

const opened: Service[] = []
atFileEnd(async () => {
  for (const service of opened.splice(0)) {
    await service.workers.close()
    await service.store.close()
  }
})

/** A workspace of its own as a service without a port, with the sample where asked; closed at the end of the file. */
export async function openSide({ sample = false } = {}): Promise<Service> {
  const store = await openStore(`${await aFolder()}/side.sqlite`, new Date(START).toISOString())
  const engine = 'identity'
  await initializeWorkspace(store, { engine }, () => START)
  const service = createService({ store, version: '0', engine, clock: () => START, url: () => 'http://127.0.0.1:1' })
  opened.push(service)
  if (sample) await loadSample(service, systemContext())
  return service
}
