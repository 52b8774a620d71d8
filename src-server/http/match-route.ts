import FindMyWay from 'find-my-way'
import type { Context, Middleware } from 'koa'
import { ApiError } from '../contract/api-error.ts'
import { LIMITS } from '../contract/limits.ts'
import { ROUTE_LIST } from '../contract/routes/index.ts'
import type { Method } from '../contract/route.ts'

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE']
/** Paths that answer with the interface's own errors, never with a page. */
const INTERFACE = /^\/(api|gatehouse)(\/|$)/

/** A path of the table in the router's own notation. */
function toPattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/**
 * Finds the route of a request and runs `chain` for it. A path of ours with another verb is `E0000022` with `Allow`, an
 * unknown path below the API `E0000008`; anything else goes on to the pages.
 */
export function matchRoute(chain: Middleware): Middleware {
  const router = FindMyWay({ ignoreTrailingSlash: true, maxParamLength: LIMITS.pathParameterLength })
  for (const operation of ROUTE_LIST)
    router.on(operation.route.method, toPattern(operation.route.path), () => {}, operation)

  return (ctx, next) => {
    const method = ctx.method === 'HEAD' ? 'GET' : ctx.method
    const found = router.find(method as Method, ctx.path)
    if (found) {
      ctx.state['operation'] = found.store
      ctx.state['params'] = found.params
      return chain(ctx as never, next)
    }
    if (INTERFACE.test(ctx.path)) refuse(ctx, router)
    return next()
  }
}

function refuse(ctx: Context, router: FindMyWay.Instance<FindMyWay.HTTPVersion.V1>): never {
  const allowed = METHODS.filter((method) => router.find(method, ctx.path))
  if (allowed.length === 0) throw new ApiError('E0000008')
  ctx.set('Allow', allowed.join(', '))
  throw new ApiError('E0000022')
}
