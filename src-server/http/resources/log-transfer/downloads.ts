import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ApiError } from '#contract/interface/api-error.ts'
import { FORMATS } from '#operations/audit/transfer/export-formats.ts'
import { exportFor } from '#operations/audit/transfer/exports.ts'
import { fileBody } from '../../file-body.ts'
import type { logDownloadRoutes } from '#contract/routes/log-downloads.ts'
import type { HandlerTable } from '../../handler-table.ts'

const VERIFIER_NAME = 'verify-bundle.mjs'

/** Where the built verifier is: beside the built service, or in `out` for a service that runs from its sources. */
const VERIFIER_PLACES = ['.', '..', '../server', '../../server', '../../../../out/server'].map((folder) =>
  fileURLToPath(new URL(`${folder}/${VERIFIER_NAME}`, import.meta.url)),
)

export const logDownloadHandlers: HandlerTable<typeof logDownloadRoutes> = {
  downloadLogExport: async ({ service, params, query }) => {
    const { view, file } = await exportFor(service, params.exportId, query.downloadToken)
    return { body: await fileBody(file, FORMATS[view.format].type), headers: attachment(view.fileName) }
  },

  downloadVerifier: async () => {
    const file = VERIFIER_PLACES.find((place) => existsSync(place))
    if (!file) throw new ApiError('E0000008')
    return { body: await fileBody(file, 'text/javascript; charset=utf-8'), headers: attachment(VERIFIER_NAME) }
  },
}

/** @param name of our own making: letters, digits, dots and hyphens */
const attachment = (name: string) => ({ 'Content-Disposition': `attachment; filename="${name}"` })
