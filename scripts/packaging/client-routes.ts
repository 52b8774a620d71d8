import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { clientRoute } from '#contract/interface/client-route.ts'
import type { Route } from '#contract/interface/route.ts'
import { ROOT } from './root.ts'

const ID = 'virtual:client-routes'

/** WHY by address: the builder bundles its configuration, and would take the whole contract into it. */
async function readRoutes(): Promise<Record<string, Route>> {
  const { href } = pathToFileURL(join(ROOT, 'src-server/contract/routes/index.ts'))
  return ((await import(href)) as { ROUTES: Record<string, Route> }).ROUTES
}

/**
 * The module `virtual:client-routes` of the page: of each operation what a client needs. WHY not the table of routes itself: it makes
 * thousands of schemas, at the start of a page that never validates by them. The development server reads the table once, at its own start.
 */
export const clientRoutesModule = (): Plugin => ({
  name: 'gatehouse:client-routes',
  resolveId: (id) => (id === ID ? `\0${ID}` : null),
  load: async (id) => {
    if (id !== `\0${ID}`) return null
    const table = Object.entries(await readRoutes()).map(([name, route]) => [name, clientRoute(route)])
    return `export const CLIENT_ROUTES = ${JSON.stringify(Object.fromEntries(table))}`
  },
})
