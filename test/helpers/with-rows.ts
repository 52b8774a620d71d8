import { systemContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { openStore } from '#db/store.ts'
import { createService } from '#operations/composition/create-service.ts'
import { startServer, type TestServer } from './server.ts'

/** The same workspace with rows that no request makes: the service stops, they are written as by itself, and it starts again. */
export async function withRows(server: TestServer, work: (tx: Tx) => Promise<unknown>): Promise<TestServer> {
  const { dataFile, clock } = server
  await server.stop()
  const store = await openStore(dataFile, new Date(clock.now).toISOString())
  const service = createService({ store, version: '0', engine: 'identity', clock: () => clock.now, url: () => '' })
  await service.write(systemContext(), work)
  await service.workers.close()
  await store.close()
  return startServer({ dataFile, clock })
}
