import type { DetachedWindowAPI } from 'happy-dom'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { App } from '#contract/apps/app.ts'
import { soundApp } from './app-bodies.ts'
import { makeClient, type Client } from './client.ts'
import { startLogService } from './log-service.ts'
import { bePageOf } from './page-service.ts'

interface AppPage {
  readonly client: Client
  readonly app: App
  /** Of the service. */
  readonly url: string
}

/**
 * For a test of the page in a document: a service, and before each test an application of a mode. WHY the service of a log, of nothing:
 * it is a process of its own, in which addresses are not those of the page.
 */
export function useAppPage(mode: Parameters<typeof soundApp>[0]): AppPage {
  let service: Awaited<ReturnType<typeof startLogService>>
  let client: Client
  let app: App
  beforeAll(async () => {
    service = await startLogService(0)
    client = makeClient(service)
    const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI }
    happyDOM.setURL(service.url)
  })
  afterAll(() => service.stop())
  beforeEach(async () => {
    bePageOf(() => service)
    app = (await client.call('createApp', { body: soundApp(mode) })).body
  })
  afterEach(() => vi.unstubAllGlobals())
  return {
    get client() {
      return client
    },
    get app() {
      return app
    },
    get url() {
      return service.url
    },
  }
}
