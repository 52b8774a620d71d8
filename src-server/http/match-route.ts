import { Router, type RouterInstance } from '@koa/router'
import type { Context, Middleware } from 'koa'
import compose from 'koa-compose'
import { ApiError } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { ROUTE_LIST, ROUTES, type OperationId } from '#contract/routes/index.ts'
import type { Authentication, Method } from '#contract/interface/route.ts'
import { isOutsideScope } from '#contract/interface/outside-scope.ts'
import { readablePath } from './request-path.ts'

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** Paths that answer with the interface's own errors, never with a page (spec/5 decision 7). */
const INTERFACE = /^(\/drafts\/\w+)?\/(api|gatehouse|\.well-known|oauth2|app)(\/|$)/

/** Whether a path is answered by the interface of a workspace or of a draft, and not by a page. */
export const isInterface = (path: string): boolean => INTERFACE.test(readablePath(path) ?? path)

/** What runs for a route, by the way its callers authenticate. */
type Chains = Readonly<Partial<Record<Authentication, readonly Middleware[]>>>

type Operation = (typeof ROUTE_LIST)[number]

/** Left out, and below a collection that has ids in this place. */
const LINKED_OBJECTS = '/api/v1/meta/schemas/user/linkedObjects'

interface Routing {
  /** Finds the route of a request, so that what comes before its chain can refuse it as its callers are told. */
  find: Middleware
  /**
   * Runs the chain of the route. A path of ours with another method is `E0000022` with `Allow`, an unknown path below the API
   * `E0000008`, or, with a valid token, `E0000015` where a family is left out; anything else goes on to the pages.
   */
  run: Middleware
}

/** @param signIn recognizes the caller, or throws @throws Error for a route that has no chain */
export function routing(chains: Chains, signIn: Middleware): Routing {
  const chainOf = composed(chains)
  const routers = allRouters()
  const outside = compose([signIn, featureOff])

  const find: Middleware = (ctx, next) => {
    const path = readablePath(ctx.path)
    if (path === null || path.startsWith(LINKED_OBJECTS)) return next()
    const layer = routerOf(routers, ctx.method, path)?.match(path, ctx.method).pathAndMethod[0]
    if (!layer) return next()
    const id = layer.name as OperationId
    const operation: Operation = { id, route: ROUTES[id] }
    ctx.state['operation'] = operation
    ctx.state['chain'] = chainOf(operation.route.auth)
    ctx.state['params'] = paramsOf(layer, path)
    return next()
  }

  const run: Middleware = (ctx, next) => {
    const { chain } = ctx.state as { chain?: Middleware }
    if (chain) return chain(ctx, next)
    const path = readablePath(ctx.path)
    if (path?.startsWith(LINKED_OBJECTS)) return outside(ctx, next)
    if (!isInterface(ctx.path)) return next()
    const allowed = path === null ? [] : allowedMethods(routers, path)
    if (path !== null && allowed.length === 0 && isOutsideScope(path)) return outside(ctx, next)
    return refuse(ctx, allowed)
  }
  return { find, run }
}

type Layer = RouterInstance['stack'][number]
type Routers = ReadonlyMap<string, RouterInstance>

/** The chain for each way to authenticate that a route has. @throws Error where one is missing */
function composed(chains: Chains): (auth: Authentication) => Middleware {
  const known = new Map(Object.entries(chains).map(([auth, chain]) => [auth, compose([...chain])]))
  for (const { id, route } of ROUTE_LIST)
    if (!known.has(route.auth)) throw new Error(`no chain answers ${id}, whose callers authenticate by ${route.auth}`)
  return (auth) => known.get(auth) as Middleware
}

/**
 * One router for each method and number of segments: a router tries its hundreds of routes one by one. The fewest placeholders come first:
 * `/groups/rules` before `/groups/{groupId}`. The routers only match, so that the route is known when a request is refused before its chain
 * runs; so every workspace and draft of the process has the same ones.
 */
function makeRouters(): Routers {
  const routers = new Map<string, RouterInstance>()
  for (const { id, route } of ROUTE_LIST.toSorted((a, b) => placeholders(a) - placeholders(b))) {
    const key = keyOf(route.method, route.path)
    const router = routers.get(key) ?? new Router({ sensitive: true })
    routers.set(key, router)
    router.register(toPattern(route.path), [route.method], [], { name: id })
  }
  return routers
}

let made: Routers | undefined
const allRouters = (): Routers => (made ??= makeRouters())

const placeholders = ({ route }: Operation) => route.path.split('{').length

/** A slash at the end of a path begins no segment. */
const keyOf = (method: string, path: string) => `${method} ${path.replace(/\/$/, '').split('/').length}`

/** The values of the placeholders of a path. @throws E0000008 for an identifier that is too long */
function paramsOf(layer: Layer, path: string): Record<string, string> {
  if (layer.paramNames.length === 0) return {}
  const params = layer.params(path, layer.captures(path), {})
  for (const name in params)
    if ((params[name] as string).length > LIMITS.pathParameterLength) throw new ApiError('E0000008')
  return params
}

/** A path of the table in the router's own notation. */
function toPattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function routerOf(routers: Routers, method: string, path: string): RouterInstance | undefined {
  // A reading can be asked for without its body.
  return routers.get(keyOf(method === 'HEAD' ? 'GET' : method, path))
}

const hidden: ReadonlySet<string> = new Set(ROUTE_LIST.flatMap(({ id, route }) => (route.hidden ? [id] : [])))

function allowedMethods(routers: Routers, path: string): Method[] {
  const layersOf = (method: Method) => routerOf(routers, method, path)?.match(path, method).pathAndMethod ?? []
  return METHODS.filter((method) => layersOf(method).some(({ name }) => !hidden.has(name as string)))
}

const featureOff: Middleware = () => {
  throw new ApiError('E0000015')
}

function refuse(ctx: Context, allowed: readonly Method[]): never {
  if (allowed.length === 0) throw new ApiError('E0000008')
  ctx.set('Allow', allowed.join(', '))
  throw new ApiError('E0000022')
}
