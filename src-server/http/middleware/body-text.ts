import { isUtf8 } from 'node:buffer'
import { parse } from '@hapi/bourne'
import { bodyParser } from '@koa/bodyparser'
import type { Context, Middleware } from 'koa'
import { bodyTooLong, unreadableBody } from '#contract/interface/api-error.ts'
import { isDeeperThan } from '#contract/interface/json-depth.ts'
import { LIMITS } from '#contract/interface/limits.ts'

const readers = new Map<number, Middleware>()

/** Reads bytes, unpacked, as a text of which each character is one byte: the parser's own decoding would hide what is no UTF-8. */
function readerOf(maxBytes: number): Middleware {
  const known = readers.get(maxBytes)
  if (known) return known
  const reader = bodyParser({
    enableTypes: ['text'],
    extendTypes: { text: ['*/*'] },
    textLimit: maxBytes,
    // Latin-1: each byte is the character of its number.
    encoding: 'binary',
    onError: (error: Error & { status?: number }) => {
      throw error.status === 413 ? bodyTooLong(maxBytes) : unreadableBody(error.message)
    },
  })
  readers.set(maxBytes, reader)
  return reader
}

/**
 * The text of a request's body.
 * @param maxBytes of the body when it is unpacked
 * @throws ApiError `E0000003` for what cannot be unpacked or is not UTF-8, `E0000020` for a body that is too long
 */
export async function readText(ctx: Context, maxBytes: number): Promise<string> {
  await readerOf(maxBytes)(ctx, async () => {})
  const bytes = Buffer.from(ctx.request.rawBody ?? '', 'latin1')
  if (!isUtf8(bytes)) throw unreadableBody('is not UTF-8 text')
  return bytes.toString('utf8').replace(/^\uFEFF/, '')
}

/** The mark of half a character in what `JSON.stringify` writes; a backslash that is itself escaped begins none. */
const HALF_CHARACTER = /(?<!\\)(?:\\\\)*\\ud[89a-f]/

/**
 * Reads JSON, which must be an object or a list; an empty text is an empty object.
 * @throws ApiError `E0000003`, also for what is nested too deep, for keys that would change what objects inherit, and for half a character (`\ud800`
 * alone), which no file can hold
 */
export function parseJson(text: string): unknown {
  if (text === '') return {}
  if (!/^[ \t\n\r]*[[{]/.test(text)) throw unreadableBody('invalid JSON: must be an object or a list')
  let value: unknown
  try {
    value = parse(text)
  } catch (error) {
    throw unreadableBody((error as Error).message)
  }
  // INVARIANT: before anything that walks it by recursion.
  if (isDeeperThan(LIMITS.bodyDepth, value))
    throw unreadableBody(`holds more than ${LIMITS.bodyDepth} objects and lists inside one another`)
  if (/\\ud/i.test(text) && HALF_CHARACTER.test(JSON.stringify(value)))
    throw unreadableBody('holds half a character, which is no text')
  return value
}
