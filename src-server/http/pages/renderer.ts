import { send } from '@koa/send'
import type { Middleware } from 'koa'

const YEAR_MS = 31_536_000_000

/**
 * Serves the built face, and its page for every address that is no file, because those are the program's own routes.
 * Files under `assets/` bear a hash in their name and may be kept.
 */
export function renderer(root: string): Middleware {
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
    const isFile = /\.\w+$/.test(ctx.path)
    const isAsset = ctx.path.startsWith('/assets/')
    await send(ctx, isFile ? ctx.path : '/index.html', {
      root,
      maxAge: isAsset ? YEAR_MS : 0,
      immutable: isAsset,
      setHeaders: (response) => {
        if (!isAsset) response.setHeader('Cache-Control', 'no-cache')
      },
    }).catch(async (error: { status?: number }) => {
      if (error.status !== 404) throw error
      await next()
    })
  }
}
