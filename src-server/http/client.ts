import type { Context } from 'koa'
import type { Client } from '#audit-log/request-context.ts'

/** Through what a request came. @param requestUrl path and query as the audit log may show them */
export function clientOf(ctx: Context, requestUrl = ctx.path): Client {
  return {
    // IPv4 in its own form where the socket shows it inside IPv6.
    ip: ctx.ip.replace(/^::ffff:/, ''),
    userAgent: ctx.get('User-Agent') || null,
    requestUri: ctx.path,
    requestUrl,
  }
}
