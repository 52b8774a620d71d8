import { isUtf8 } from 'node:buffer'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Middleware } from 'koa'
import { LIMITS } from '#contract/interface/limits.ts'
import { invalidCursor } from '#db/page.ts'
import type { RequestState } from './context.ts'
import { isDecodable } from './request-path.ts'

/** No list's own cursor begins with it. */
const MARK = '~'

/**
 * A query in a cursor, for lists whose `next` would be longer than clients read headers: `~`, then the query packed. It holds
 * only what the client sent; a changed one gives what its query would have given.
 */
function packQuery(query: URLSearchParams): string {
  return MARK + deflateRawSync(query.toString(), { level: 9 }).toString('base64url')
}

/** @throws ApiError E0000029 for what `packQuery` does not make */
function unpackQuery(cursor: string): URLSearchParams {
  if (cursor.length > LIMITS.queryLength) throw invalidCursor()
  let bytes: Buffer
  try {
    bytes = inflateRawSync(Buffer.from(cursor.slice(MARK.length), 'base64url'), { maxOutputLength: LIMITS.queryLength })
  } catch {
    throw invalidCursor()
  }
  const text = bytes.toString('utf8')
  if (!isUtf8(bytes) || !isDecodable(text)) throw invalidCursor()
  const query = new URLSearchParams(text)
  if (query.size > LIMITS.queryPairs || query.getAll('after').some((after) => after.startsWith(MARK)))
    throw invalidCursor()
  return query
}

/**
 * The query of the next page: the whole of this one's with another cursor in front, or, where that is longer than
 * `LIMITS.linkQueryLength`, a cursor that carries it.
 */
export function nextQuery(cursor: string, others: readonly [string, string][]): string {
  const query = new URLSearchParams([['after', cursor], ...others])
  const text = query.toString()
  return text.length <= LIMITS.linkQueryLength ? text : `after=${packQuery(query)}`
}

/**
 * Puts the query that a cursor carries in place of the request's; what the request says beside the cursor wins.
 * @throws ApiError E0000029 for a cursor that was not given so
 */
export const carriedQuery: Middleware = (ctx, next) => {
  const { route } = (ctx.state as RequestState).operation
  if (!Object.hasOwn(route.query.shape, 'after')) return next()
  if (!ctx.querystring.includes(MARK) && !/%7e/i.test(ctx.querystring)) return next()
  const given = new URLSearchParams(ctx.querystring)
  const cursor = given.get('after')
  if (!cursor?.startsWith(MARK)) return next()
  const query = unpackQuery(cursor)
  given.delete('after')
  for (const key of new Set(given.keys())) query.delete(key)
  for (const [key, value] of given) query.append(key, value)
  ctx.querystring = query.toString()
  return next()
}
