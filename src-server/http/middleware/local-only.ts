import type { Context, Middleware, Next } from 'koa'
import { ApiError, causeAt } from '#contract/interface/api-error.ts'
import type { MayCross } from './cross-origin.ts'
import { readablePath } from '../request-path.ts'

/**
 * Lets only this machine's own clients in. A page of any web site can send requests to a local port: by name
 * (rebinding DNS), which the `Host` check stops, or across origins, which the `Origin` and `Sec-Fetch-Site` checks stop, but for what
 * pages of clients are let through to.
 */
export function localOnly(port: () => number, mayCross: MayCross): Middleware {
  let own = ownAddresses(port())
  return (ctx, next) => {
    if (own.port !== port()) own = ownAddresses(port())
    if (!own.hosts.has(ctx.get('Host').toLowerCase())) throw refused('Host', 'is not an address of this service')
    const origin = ctx.get('Origin')
    if (origin && !own.origins.has(origin)) return crossed(ctx, next, mayCross)
    if (FOREIGN.has(ctx.get('Sec-Fetch-Site')) && !isNavigation(ctx.get('Sec-Fetch-Mode'), ctx.path))
      throw refused('Sec-Fetch-Site', 'requests from other sites are refused')
    return next()
  }
}

async function crossed(ctx: Context, next: Next, mayCross: MayCross): Promise<unknown> {
  if (await mayCross(ctx)) return next()
  throw refused('Origin', 'requests from other sites are refused')
}

const FOREIGN: ReadonlySet<string> = new Set(['cross-site', 'same-site'])

/** What a client of this machine calls the service, as `Host` and as `Origin`. */
function ownAddresses(port: number) {
  const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`)
  return { port, hosts: new Set(hosts), origins: new Set(hosts.map((host) => `http://${host}`)) }
}

/** The interface's own paths, encoded slashes included; `readablePath` leaves those as they are. */
const INTERFACE = /^\/(?:api|gatehouse)(?:\/|%2f|$)/i

/**
 * Following a link to a page of ours, in the address bar or from a chat, is no request of another site's script. The path
 * is looked at as routes read it: `/%61pi` is `/api`.
 */
function isNavigation(mode: string, path: string): boolean {
  const readable = readablePath(path)
  return mode === 'navigate' && readable !== null && !INTERFACE.test(readable)
}

function refused(header: string, why: string): ApiError {
  return new ApiError('E0000006', { causes: [causeAt(header, why, 'header')] })
}
