import { bodyParser } from '@koa/bodyparser'
import type { Context, Middleware } from 'koa'
import { ApiError } from '../../contract/api-error.ts'
import { isDeeperThan } from '../../contract/json-depth.ts'
import { LIMITS } from '../../contract/limits.ts'
import { uploadTooLong } from '../../operations/audit/transfer/spool-upload.ts'
import type { RequestState } from '../context.ts'

const JSON_TYPES = ['application/json', 'application/*+json']

/**
 * Parses a JSON body up to the limit; other types, malformed text and bodies that are too long are refused. What a route
 * takes as a file stays as it is, for the handler to read.
 */
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
    const { upload } = (ctx.state as RequestState).operation.route
    if (upload) return (checkUpload(ctx, upload), next())
    if (!hasBody(ctx.get('Content-Length'), ctx.get('Transfer-Encoding'))) return next()
    if (!ctx.is(JSON_TYPES)) throw wrongType('Content-Type', ctx.get('Content-Type'), 'application/json')
    await parse(ctx, async () => {
      if (isDeeperThan(LIMITS.bodyDepth, ctx.request.body))
        throw notJson(`holds more than ${LIMITS.bodyDepth} objects and lists inside one another`)
      await next()
    })
  }
}

/** What can be told of a file before any of it is read. */
function checkUpload(ctx: Context, type: string): void {
  const [given, encoding] = [ctx.get('Content-Type'), ctx.get('Content-Encoding')]
  if (given.split(';')[0]?.trim().toLowerCase() !== type) throw wrongType('Content-Type', given, type)
  // A few bytes can unpack to more than a disk holds.
  if (encoding && encoding !== 'identity') throw wrongType('Content-Encoding', encoding, 'identity')
  if (Number(ctx.get('Content-Length')) > LIMITS.logImportBytes) throw uploadTooLong()
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

function wrongType(header: string, given: string, wanted: string): ApiError {
  return new ApiError('E0000021', {
    status: 415,
    causes: [
      {
        errorSummary: `${header}: ${given || 'nothing'} is not ${wanted}`,
        location: header,
        locationType: 'header',
      },
    ],
  })
}
