import type { Middleware } from 'koa'
import { ApiError } from '../../contract/api-error.ts'

/**
 * Lets only this machine's own clients in. A page of any web site can send requests to a local port: by name
 * (rebinding DNS), which the `Host` check stops, or across origins, which the `Origin` and `Sec-Fetch-Site` checks stop.
 */
export function localOnly(port: () => number): Middleware {
  return async (ctx, next) => {
    const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port()}`)
    if (!hosts.includes(ctx.get('Host').toLowerCase())) throw refused('Host', 'is not an address of this service')
    const origin = ctx.get('Origin')
    if (origin && !hosts.some((host) => origin === `http://${host}`))
      throw refused('Origin', 'requests from other sites are refused')
    if (
      ['cross-site', 'same-site'].includes(ctx.get('Sec-Fetch-Site')) &&
      !isNavigation(ctx.get('Sec-Fetch-Mode'), ctx.path)
    )
      throw refused('Sec-Fetch-Site', 'requests from other sites are refused')
    await next()
  }
}

/** Following a link to a page of ours, in the address bar or from a chat, is no request of another site's script. */
function isNavigation(mode: string, path: string): boolean {
  return mode === 'navigate' && !path.startsWith('/api/') && !path.startsWith('/gatehouse/')
}

function refused(header: string, why: string): ApiError {
  return new ApiError('E0000006', {
    causes: [{ errorSummary: `${header}: ${why}`, location: header, locationType: 'header' }],
  })
}
