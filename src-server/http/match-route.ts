import { Router, type RouterInstance } from '@koa/router'
import type { Context, Middleware } from 'koa'
import compose from 'koa-compose'
import { ApiError } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { ROUTE_LIST } from '#contract/routes/index.ts'
import type { Authentication, Method } from '#contract/interface/route.ts'
import { collectionOf, collectionsOf, readablePath } from './request-path.ts'

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** Paths that answer with the interface's own errors, never with a page. */
const INTERFACE = /^\/(api|gatehouse)(\/|$)/

/** What runs for a route, by the way its callers authenticate. */
type Chains = Readonly<Partial<Record<Authentication, readonly Middleware[]>>>

type Operation = (typeof ROUTE_LIST)[number]

/**
 * Finds the route of a request and runs its chain. A path of ours with another method is `E0000022` with `Allow`, an
 * unknown path below the API `E0000008`; anything else goes on to the pages.
 * @throws Error for a route that has no chain
 */
export function matchRoute(chains: Chains): Middleware {
  const routers = routersOf(chains)

  return (ctx, next) => {
    const path = readablePath(ctx.path)
    const notFound = () => {
      if (INTERFACE.test(ctx.path)) refuse(ctx, path === null ? [] : allowedMethods(routers, path))
      return next()
    }
    const dispatch = path === null ? undefined : routerOf(routers, path)?.dispatch
    if (!dispatch) return notFound()
    ctx['newRouterPath'] = path
    return dispatch(ctx as never, notFound)
  }
}

interface CollectionRouter {
  router: RouterInstance
  dispatch: Middleware
}
type Routers = ReadonlyMap<string, CollectionRouter>

/** One router for each collection: a router tries its routes one by one, so its list has to be short. */
function routersOf(chains: Chains): Routers {
  const composed = new Map(Object.entries(chains).map(([auth, chain]) => [auth, compose([...chain])]))
  const routers = new Map<string, CollectionRouter>()
  for (const operation of ROUTE_LIST) {
    const { id, route } = operation
    const chain = composed.get(route.auth)
    if (!chain) throw new Error(`no chain answers ${id}, whose callers authenticate by ${route.auth}`)
    const collection = collectionOf(route.path)
    const { router } = routers.get(collection) ?? addRouter(routers, collection)
    router.register(toPattern(route.path), [route.method], [take(operation), chain] as never, { name: id })
  }
  return routers
}

function addRouter(routers: Map<string, CollectionRouter>, collection: string): CollectionRouter {
  const router = new Router({ sensitive: true, exclusive: 'specificity' })
  const added = { router, dispatch: router.routes() as unknown as Middleware }
  routers.set(collection, added)
  return added
}

/** A path of the table in the router's own notation. */
function toPattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** Leaves on the request which operation it is for. @throws E0000008 for an identifier that is too long to be one */
function take(operation: Operation): Middleware {
  return (ctx, next) => {
    const params = ctx['params'] as Record<string, string>
    for (const name in params)
      if ((params[name] as string).length > LIMITS.pathParameterLength) throw new ApiError('E0000008')
    ctx.state['operation'] = operation
    ctx.state['params'] = params
    return next()
  }
}

function routerOf(routers: Routers, path: string): CollectionRouter | undefined {
  for (const collection of collectionsOf(path)) {
    const found = routers.get(collection)
    if (found) return found
  }
  return undefined
}

const hidden: ReadonlySet<string> = new Set(ROUTE_LIST.flatMap(({ id, route }) => (route.hidden ? [id] : [])))

function allowedMethods(routers: Routers, path: string): Method[] {
  const layers = routerOf(routers, path)?.router.match(path, 'GET').path ?? []
  const shown = layers.filter(({ name }) => !hidden.has(name as string))
  return METHODS.filter((method) => shown.some(({ methods }) => methods.includes(method)))
}

function refuse(ctx: Context, allowed: readonly Method[]): never {
  if (allowed.length === 0) throw new ApiError('E0000008')
  ctx.set('Allow', allowed.join(', '))
  throw new ApiError('E0000022')
}
