import type { Middleware } from 'koa'
import { invalid } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'

/**
 * Refuses a query string that is too long or has too many parts, before anything parses it: public routes parse without a token, and
 * some parsers take time with the square of the parts.
 * @throws E0000001
 */
export const boundQuery: Middleware = (ctx, next) => {
  const query = ctx.querystring
  if (query.length > LIMITS.queryLength) throw tooMuch(`longer than ${LIMITS.queryLength} characters`)
  if (hasMorePairs(query, LIMITS.queryPairs)) throw tooMuch(`more than ${LIMITS.queryPairs} parameters`)
  return next()
}

const tooMuch = (why: string) => invalid('query', why, 'query')

function hasMorePairs(query: string, most: number): boolean {
  let pairs = 1
  for (let end = query.indexOf('&'); end !== -1; end = query.indexOf('&', end + 1)) if (++pairs > most) return true
  return false
}
