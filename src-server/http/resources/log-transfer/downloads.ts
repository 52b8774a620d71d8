import { createReadStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Context, Middleware } from 'koa'
import { ApiError } from '../../../contract/api-error.ts'
import { FORMATS } from '../../../operations/audit/transfer/export-formats.ts'
import { EXPORT_PATH, exportFor } from '../../../operations/audit/transfer/exports.ts'
import type { Service } from '../../../operations/service.ts'

const FILE = new RegExp(`^${EXPORT_PATH}/([0-9A-Za-z]{1,40})/file$`)
const VERIFIER = '/gatehouse/v1/logs/verifier'
const VERIFIER_NAME = 'verify-bundle.mjs'

/** Where the built verifier stands: beside the built service, or in `out` for a service that runs from its sources. */
const VERIFIER_PLACES = ['.', '..', '../server', '../../server', '../../../../out/server'].map((folder) =>
  fileURLToPath(new URL(`${folder}/${VERIFIER_NAME}`, import.meta.url)),
)

/**
 * Finished exports, for whoever has the ticket, and the verifier of signed ones, for everybody: a browser saves both straight
 * to disk, and sends no token with that. Neither speaks JSON, so they are no operations.
 */
export function logDownloads(service: Service): Middleware {
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
    if (ctx.path === VERIFIER) {
      const file = VERIFIER_PLACES.find((place) => existsSync(place))
      if (!file) throw new ApiError('E0000008')
      return send(ctx, file, { name: VERIFIER_NAME, type: 'text/javascript; charset=utf-8' })
    }
    const id = FILE.exec(ctx.path)?.[1]
    if (!id) return next()
    const { ticket } = ctx.query
    const { view, file } = exportFor(service, id, typeof ticket === 'string' ? ticket : '')
    await send(ctx, file, { name: view.fileName, type: FORMATS[view.format].type })
  }
}

/** @param name of our own making: letters, digits, dots and hyphens */
async function send(ctx: Context, file: string, { name, type }: { name: string; type: string }): Promise<void> {
  const { size } = await stat(file)
  ctx.set('Content-Disposition', `attachment; filename="${name}"`)
  ctx.set('Content-Type', type)
  if (ctx.method === 'HEAD') ctx.status = 200
  else ctx.body = createReadStream(file)
  // WHY at the end: Koa forgets the length of what came before when it is given a stream.
  ctx.length = size
}
