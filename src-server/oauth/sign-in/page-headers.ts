import type { Context } from 'koa'
import { STYLE_HASH } from '#http/pages/style.ts'

/**
 * Sends a page to a person. Its form may end at the client, which `form-action` must name: browsers apply it through
 * all redirects. WHY the referrer: without any, browsers send no `Origin` with a form, by which forms of other sites are recognised.
 * @param redirectUri where the client is answered; null where the page is of none
 */
export function sendPage(ctx: Context, text: string, redirectUri: string | null, status = 200): void {
  const target = redirectUri === null ? '' : ` ${sourceOf(redirectUri)}`
  const policy = [
    ...["default-src 'none'", `style-src '${STYLE_HASH}'`, `form-action 'self'${target}`],
    // The QR code of a key, which is in the page itself.
    ...['img-src data:', "base-uri 'none'", "frame-ancestors 'none'"],
  ]
  ctx.set({ 'Content-Security-Policy': policy.join('; '), 'Referrer-Policy': 'same-origin' })
  ctx.status = status
  ctx.type = 'text/html; charset=utf-8'
  ctx.body = text
}

/** An address as a source of a policy: its origin, or, of an app's own scheme, the scheme. */
export function sourceOf(address: string): string {
  const { origin, protocol } = new URL(address)
  return origin === 'null' ? protocol : origin
}
