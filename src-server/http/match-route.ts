import Router from '@koa/router'
import type { Middleware } from 'koa'
import { ApiError } from '../contract/api-error.ts'
import { ROUTE_LIST } from '../contract/routes/index.ts'

/** A path of the table in the router's own notation. */
function toPattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** Fixed paths before those with placeholders, so that `/policies/simulate` is no policy's id. */
function bySpecificity(a: { path: string }, b: { path: string }): number {
  return (a.path.match(/\{/g) ?? []).length - (b.path.match(/\{/g) ?? []).length
}

/**
 * Finds the route of a request and runs `chain` for it. A path of ours with another verb is `E0000022` with `Allow`, an
 * unknown path below the API `E0000008`; anything else goes on to the pages.
 */
export function matchRoute(chain: Middleware): Middleware {
  const router = new Router()
  const routes = ROUTE_LIST.map(({ id, route }) => ({ id, route, path: route.path })).sort(bySpecificity)
  for (const { id, route, path } of routes)
    router.register(toPattern(path), [route.method.toLowerCase()], (ctx, next) => {
      ctx.state['operation'] = { id, route }
      ctx.state['params'] = ctx['params']
      return chain(ctx as never, next)
    })
  const dispatch = router.routes()
  return async (ctx, next) => {
    await dispatch(ctx as never, async () => {
      const matched = ctx['matched'] as { methods: string[] }[] | undefined
      if (matched?.length && !ctx.state['operation']) refuseVerb(ctx, matched)
      if (/^\/(api|gatehouse)\//.test(ctx.path)) throw new ApiError('E0000008')
      await next()
    })
  }
}

function refuseVerb(ctx: { set(name: string, value: string): void }, matched: readonly { methods: string[] }[]): never {
  ctx.set('Allow', [...new Set(matched.flatMap((layer) => layer.methods))].join(', '))
  throw new ApiError('E0000022')
}
