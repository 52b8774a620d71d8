import type { Context } from 'koa'
import type { Client } from '#audit-log/request-context.ts'
import type { RequestState } from './context.ts'
import { readablePath } from './request-path.ts'

/**
 * The path of a request as the audit log may show it. WHY without the id of a sign-in under way, by the route that was found: the browser
 * holds it as a cookie too, so who reads the log must not be able to go on with it.
 */
function shownPath(ctx: Context): string {
  const uid = (ctx.state as Partial<RequestState>).params?.['uid']
  return uid ? (readablePath(ctx.path) ?? '').replaceAll(uid, '{uid}') : ctx.path
}

/** From where a request came: IPv4 in its own form where the socket shows it inside IPv6. */
export const addressOf = (ctx: Context): string => ctx.ip.replace(/^::ffff:/, '')

/** Through what a request came. @param requestUrl path and query as the audit log may show them */
export function clientOf(ctx: Context, requestUrl = shownPath(ctx)): Client {
  return { ip: addressOf(ctx), userAgent: ctx.get('User-Agent') || null, requestUri: shownPath(ctx), requestUrl }
}
