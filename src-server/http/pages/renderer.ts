import { send } from '@koa/send'
import type { Middleware } from 'koa'

const FOR_EVER = 'public, max-age=31536000, immutable'

/**
 * Serves the built face, and its page for every address that is no file, because those are the program's own routes, for
 * clients that take HTML.
 * Files under `assets/` bear a hash in their name and may be kept.
 */
export function renderer(root: string): Middleware {
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
    const isFile = /\.\w+$/.test(ctx.path)
    // Who takes no HTML is no browser, and would take the page for an answer.
    if (!isFile && !ctx.accepts('html')) return next()
    const isAsset = ctx.path.startsWith('/assets/')
    await send(ctx, isFile ? ctx.path : '/index.html', {
      root,
      setHeaders: (response) => response.setHeader('Cache-Control', isAsset ? FOR_EVER : 'no-cache'),
    }).catch(async (error: { status?: number }) => {
      if (error.status !== 404) throw error
      await next()
    })
  }
}
