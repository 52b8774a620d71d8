import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa, { type Middleware } from 'koa'
import type { Route } from '#contract/interface/route.ts'
import { errorHandler } from '#http/middleware/error-handler.ts'
import { requestId } from '#http/middleware/request-id.ts'
import { createLogger } from '#server/log.ts'
import { atFileEnd } from './at-file-end.ts'

const servers: Server[] = []
atFileEnd(() => servers.splice(0).forEach((server) => server.close()))

/** A real Koa application that runs middleware for one route, whatever the path. @returns its address */
export async function serveRoute(route: Route, ...middleware: Middleware[]): Promise<string> {
  const app = new Koa()
  app.silent = true
  app.use(requestId(createLogger('silent')))
  app.use(errorHandler(false))
  app.use((ctx, next) => {
    ctx.state['operation'] = { id: 'aTest', route }
    return next()
  })
  for (const link of middleware) app.use(link)
  const server = app.listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
