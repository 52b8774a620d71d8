import type { Middleware } from 'koa'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // WHY 'unsafe-inline' for styles only: the component library writes style elements.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = Object.entries({
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
})

/** Headers of every reply; a handler may loosen caching for files that never change. */
export const securityHeaders: Middleware = (ctx, next) => {
  for (const [name, value] of HEADERS) ctx.res.setHeader(name, value)
  return next()
}
