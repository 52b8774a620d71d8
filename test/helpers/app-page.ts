import { beforeEach } from 'vitest'
import type { App } from '#contract/apps/app.ts'
import { soundApp } from './app-bodies.ts'
import type { Client } from './client.ts'
import { useServicePage } from './service-page.ts'

interface AppPage {
  readonly client: Client
  readonly app: App
  /** Of the service. */
  readonly url: string
}

/** For a test of the page of an application: a service, and before each test an application of a mode. */
export function useAppPage(mode: Parameters<typeof soundApp>[0]): AppPage {
  const page = useServicePage()
  let app: App
  beforeEach(async () => {
    app = (await page.client.call('createApp', { body: soundApp(mode) })).body
  })
  return {
    get client() {
      return page.client
    },
    get app() {
      return app
    },
    get url() {
      return page.url
    },
  }
}
