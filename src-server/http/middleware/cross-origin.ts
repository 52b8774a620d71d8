import type { Context, Middleware } from 'koa'
import { readablePath } from '../request-path.ts'

/** Endpoints that pages of clients ask by script, and those that send a browser on (spec/4 §3.5). */
const BY_SCRIPT =
  /^\/oauth2\/(?:[^/]+\/)?v1\/(?:token|userinfo|keys|par|revoke)$|\/\.well-known\/(?:openid-configuration|oauth-authorization-server)(?:\/|$)/
const BY_BROWSER = /^\/oauth2\/(?:[^/]+\/)?v1\/(?:authorize|logout)$/

const HEADERS = {
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, DPoP',
  'Access-Control-Max-Age': '600',
}

/** Whether a request of another site's page is for what such pages may ask, and that site is one of a client. */
export type MayCross = (ctx: Context) => Promise<boolean>

/** @param isClients whether an origin is one to which a client may be answered */
export const crossing =
  (isClients: (origin: string) => Promise<boolean>): MayCross =>
  async (ctx) => {
    const path = readablePath(ctx.path) ?? ''
    return (BY_SCRIPT.test(path) || BY_BROWSER.test(path)) && isClients(ctx.get('Origin'))
  }

/**
 * Tells browsers what pages of clients may read (Fetch standard §3.3), and answers what browsers ask first. WHY after the check of who
 * may ask at all: it has refused every other site. Never with credentials: cookies of people are for their own pages.
 */
export const crossOrigin: Middleware = (ctx, next) => {
  const path = readablePath(ctx.path) ?? ''
  if (BY_SCRIPT.test(path)) ctx.vary('Origin')
  const origin = ctx.get('Origin')
  if (!origin || !BY_SCRIPT.test(path)) return next()
  ctx.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': 'DPoP-Nonce, WWW-Authenticate' })
  if (ctx.method !== 'OPTIONS' || !ctx.get('Access-Control-Request-Method')) return next()
  ctx.set(HEADERS)
  ctx.status = 204
  return undefined
}
