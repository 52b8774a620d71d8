import type { Middleware } from 'koa'
import { invalid } from '#contract/interface/api-error.ts'
import { isDecodable } from '../request-path.ts'

/**
 * Refuses an address whose path or query is not UTF-8: what reads it later would put U+FFFD for what it cannot read, and
 * find or keep something else than was meant.
 * @throws E0000001
 */
export const readableAddress: Middleware = (ctx, next) => {
  if (!isDecodable(ctx.path)) throw invalid('path', 'is not UTF-8 text', 'path')
  if (!isDecodable(ctx.querystring)) throw invalid('query', 'is not UTF-8 text', 'query')
  return next()
}
