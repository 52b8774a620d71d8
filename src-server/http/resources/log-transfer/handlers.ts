import { listExports, removeExport, requireExport, startExport } from '#operations/audit/transfer/exports.ts'
import { importDetail, listImports, uploadImport } from '#operations/audit/transfer/imports.ts'
import { removeImport } from '#operations/audit/transfer/remove-import.ts'
import type { logTransferRoutes } from '#contract/routes/log-transfer.ts'
import type { HandlerTable } from '../../handler-table.ts'

export const logTransferHandlers: HandlerTable<typeof logTransferRoutes> = {
  createLogExport: async ({ service, write, body }) => ({
    body: await requireExport(service, await write((tx) => startExport(tx, body))),
  }),

  listLogExports: async ({ service }) => ({ body: await listExports(service) }),

  getLogExport: async ({ service, params }) => ({ body: await requireExport(service, params.exportId) }),

  deleteLogExport: async ({ service, context, params }) => {
    await removeExport(service, await context(), params.exportId)
    return { body: undefined }
  },

  createLogImport: async ({ service, context, query, upload }) => ({
    body: await uploadImport(service, await context(), query, upload),
  }),

  listLogImports: async ({ service }) => ({ body: await listImports(service) }),

  getLogImport: async ({ service, params }) => ({ body: await importDetail(service, params.importId) }),

  deleteLogImport: async ({ write, params }) => {
    await write((tx) => removeImport(tx, params.importId))
    return { body: undefined }
  },
}
