import { bodyParser } from '@koa/bodyparser'
import type { Middleware } from 'koa'
import { ApiError } from '../../contract/api-error.ts'
import { LIMITS } from '../../contract/limits.ts'

const JSON_TYPES = ['application/json', 'application/*+json']

/** Parses a JSON body up to the limit; other types, malformed text and bodies that are too long are refused. */
export function jsonBody(): Middleware {
  const parse = bodyParser({
    enableTypes: ['json'],
    extendTypes: { json: JSON_TYPES },
    jsonLimit: LIMITS.bodyBytes,
    jsonStrict: true,
    onError: (error: Error & { status?: number }) => {
      throw error.status === 413 ? tooLong() : notJson(error.message)
    },
  })
  return async (ctx, next) => {
    if (!hasBody(ctx.get('Content-Length'), ctx.get('Transfer-Encoding'))) return next()
    if (!ctx.is(JSON_TYPES)) throw wrongType(ctx.get('Content-Type'))
    await parse(ctx, async () => {
      if (isDeeperThan(LIMITS.bodyDepth, ctx.request.body))
        throw notJson(`holds more than ${LIMITS.bodyDepth} objects and lists inside one another`)
      await next()
    })
  }
}

/** Level by level: what is to be bounded must not be walked by recursion. */
function isDeeperThan(depth: number, value: unknown): boolean {
  let level = [value]
  for (let passed = 0; passed <= depth; passed++) {
    level = level.flatMap((inner) => (inner !== null && typeof inner === 'object' ? Object.values(inner) : []))
    if (level.length === 0) return false
  }
  return true
}

function hasBody(length: string, encoding: string): boolean {
  return encoding !== '' || (length !== '' && length !== '0')
}

function notJson(detail: string): ApiError {
  return new ApiError('E0000003', {
    causes: [{ errorSummary: `body: ${detail}`, location: 'body', locationType: 'body' }],
  })
}

function tooLong(): ApiError {
  const megabytes = LIMITS.bodyBytes / 1_048_576
  return new ApiError('E0000020', {
    status: 413,
    causes: [{ errorSummary: `body: longer than ${megabytes} MiB`, location: 'body', locationType: 'body' }],
  })
}

function wrongType(type: string): ApiError {
  return new ApiError('E0000021', {
    status: 415,
    causes: [
      {
        errorSummary: `Content-Type: ${type || 'nothing'} is not application/json`,
        location: 'Content-Type',
        locationType: 'header',
      },
    ],
  })
}
