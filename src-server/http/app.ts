import Koa, { type Middleware } from 'koa'
import compose from 'koa-compose'
import { ApiError } from '#contract/interface/api-error.ts'
import type { Logger } from '#server/log.ts'
import type { Service } from '#operations/service/service.ts'
import { organizationIssuer } from '#contract/access/issuer.ts'
import { ClientOrigins } from '#operations/oauth/client-origins.ts'
import { AccessTokens } from '#operations/tokens/access-tokens.ts'
import { RefusedTokens } from '#operations/tokens/refused-tokens.ts'
import type { TokenRegistry } from '#operations/tokens/token-registry.ts'
import { carriedQuery } from './carried-query.ts'
import { applyFaults } from './faults/apply-faults.ts'
import { DpopProofs } from './dpop-proof.ts'
import { routing } from './match-route.ts'
import { authenticate } from './middleware/authenticate.ts'
import { boundQuery } from './middleware/bound-query.ts'
import { crossing, crossOrigin } from './middleware/cross-origin.ts'
import { changeReason } from './middleware/change-reason.ts'
import { errorHandler } from './middleware/error-handler.ts'
import { guardIn } from './middleware/guard.ts'
import { oauthRefusals } from './middleware/oauth-refusals.ts'
import { preferences } from './middleware/preferences.ts'
import { limitAddresses } from './middleware/limit-addresses.ts'
import { limitTokens } from './middleware/limit-tokens.ts'
import { readBody } from './middleware/read-body.ts'
import { localOnly } from './middleware/local-only.ts'
import { readableAddress } from './middleware/readable-address.ts'
import { requirePermission } from './middleware/require-permission.ts'
import { requireScope } from './middleware/require-scope.ts'
import { requestId } from './middleware/request-id.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { readScopesIn, speakVocabulary } from './vocabulary/speak.ts'
import { renderer } from './pages/renderer.ts'
import { runOperation } from './run-operation.ts'

interface AppOptions {
  service: Service
  tokens: TokenRegistry
  log: Logger
  port: () => number
  /** Answers what OAuth clients ask the issuers. */
  oauth: Middleware
  /** Answers what is below the paths of drafts; null in a draft. */
  drafts: Middleware | null
  /** Folder of the built renderer, served at `/`; null where a desktop shows it. */
  rendererDir: string | null
  /** Tests: a reply with an undeclared field fails instead of being stripped, and so does an undeclared error. */
  strict: boolean
}

/** What no route and no page claims, told as the interface does. @throws E0000008 */
const nothingThere: Middleware = () => {
  throw new ApiError('E0000008')
}

/** A path that the vocabulary of the workspace calls otherwise is not there. @throws E0000008 */
const refuseOurPaths: Middleware = (ctx, next) => {
  if (ctx.state['isOurPath']) throw new ApiError('E0000008')
  return next()
}

/** The life of a request, readable from top to bottom. */
export function createApp(options: AppOptions): Koa {
  const { service, tokens, log, port, rendererDir } = options
  const refused = new RefusedTokens(service, (error) => log.error({ err: error }, 'a refused token could not be noted'))
  const accessTokens = new AccessTokens(service)
  const origins = new ClientOrigins(service)
  const signIn = authenticate({ service, tokens, accessTokens, proofs: new DpopProofs(service), refused })
  const answer = [readBody, carriedQuery, changeReason, guardIn, runOperation(options)]
  const routes = routing(
    {
      token: [
        signIn,
        requireScope(() => organizationIssuer(service.url())),
        requirePermission(options),
        limitTokens(service),
        ...answer,
      ],
      public: [limitAddresses(), ...answer],
      client: [readBody, readScopesIn, options.oauth],
    },
    signIn,
  )

  const management: Middleware[] = [
    requestId(log),
    ...(options.drafts ? [errorHandler(options.strict), securityHeaders, options.drafts] : []),
    speakVocabulary(service),
    preferences,
    errorHandler(options.strict),
    refuseOurPaths,
    securityHeaders,
    localOnly(
      port,
      crossing((origin) => origins.has(origin)),
    ),
    crossOrigin,
    applyFaults(service),
    routes.find,
    oauthRefusals,
    boundQuery,
    readableAddress,
    routes.run,
    ...(rendererDir ? [renderer(rendererDir)] : []),
    nothingThere,
  ]

  const app = new Koa()
  app.silent = true
  app.use(compose(management))
  return app
}
