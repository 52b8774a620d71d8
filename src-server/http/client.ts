import type { Context } from 'koa'
import type { Client } from '#audit-log/request-context.ts'

/** Paths that name a sign-in under way, which the browser holds as a cookie too: who reads the audit log must not be able to go on with it. */
const UNDER_WAY = /(\/v1\/(?:sign-in|authorize|device)\/)(?!authorize$)[^/?]+/

/** An address as the audit log may show it. */
const withoutSignIn = (address: string) => address.replace(UNDER_WAY, '$1{uid}')

/** Through what a request came. @param requestUrl path and query as the audit log may show them */
export function clientOf(ctx: Context, requestUrl = ctx.path): Client {
  return {
    // IPv4 in its own form where the socket shows it inside IPv6.
    ip: ctx.ip.replace(/^::ffff:/, ''),
    userAgent: ctx.get('User-Agent') || null,
    requestUri: withoutSignIn(ctx.path),
    requestUrl: withoutSignIn(requestUrl),
  }
}
