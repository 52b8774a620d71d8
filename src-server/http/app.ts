import Koa from 'koa'
import compose from 'koa-compose'
import type { LogActor } from '../contract/log-event.ts'
import type { Logger } from '../log.ts'
import type { Service } from '../operations/service.ts'
import type { TokenRegistry } from '../operations/tokens/tokens.ts'
import { matchRoute } from './match-route.ts'
import { authenticate } from './middleware/authenticate.ts'
import { errorHandler } from './middleware/error-handler.ts'
import { guardIn } from './middleware/guard.ts'
import { jsonBody } from './middleware/json-body.ts'
import { localOnly } from './middleware/local-only.ts'
import { requestId } from './middleware/request-id.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { documentation } from './pages/documentation.ts'
import { renderer } from './pages/renderer.ts'
import { receiver } from './resources/event-hooks/receiver.ts'
import { logDownloads } from './resources/log-transfer/downloads.ts'
import { runOperation } from './run-operation.ts'

export interface AppOptions {
  service: Service
  tokens: TokenRegistry
  administrator: LogActor
  log: Logger
  port: () => number
  /** Folder of the built renderer, served at `/`; null where a desktop shows it. */
  rendererDir: string | null
  /** Tests: a reply with an undeclared field fails instead of being stripped. */
  strict: boolean
}

/** The life of a request, readable from top to bottom. */
export function createApp(options: AppOptions): Koa {
  const app = new Koa()
  app.silent = true

  app.use(requestId(options.log))
  app.use(errorHandler)
  app.use(securityHeaders)
  app.use(localOnly(options.port))
  app.use(documentation(options.service))
  app.use(receiver(options.service))
  app.use(logDownloads(options.service))
  app.use(matchRoute(compose([authenticate(options.tokens), jsonBody(), guardIn, runOperation(options)])))
  if (options.rendererDir) app.use(renderer(options.rendererDir))
  return app
}
