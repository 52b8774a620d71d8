import type { DetachedWindowAPI } from 'happy-dom'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { makeClient, type Client } from './client.ts'
import { makeFactories, type Factories } from './factories.ts'
import { startLogService } from './log-service.ts'
import { bePageOf } from './page-service.ts'

interface ServicePage {
  readonly client: Client
  readonly make: Factories
  /** Of the service. */
  readonly url: string
}

/**
 * For a test of a page in a document: a service that the page calls. WHY the service of a log, of nothing: it is a process of its own,
 * in which addresses are not those of the page.
 */
export function useServicePage(): ServicePage {
  let service: Awaited<ReturnType<typeof startLogService>>
  let client: Client
  let make: Factories
  beforeAll(async () => {
    service = await startLogService(0)
    client = makeClient(service)
    make = makeFactories(client)
    const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI }
    happyDOM.setURL(service.url)
  })
  afterAll(() => service.stop())
  beforeEach(() => bePageOf(() => service))
  afterEach(() => vi.unstubAllGlobals())
  return {
    get client() {
      return client
    },
    get make() {
      return make
    },
    get url() {
      return service.url
    },
  }
}
