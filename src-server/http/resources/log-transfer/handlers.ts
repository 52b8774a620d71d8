import { listExports, removeExport, requireExport, startExport } from '#operations/audit/transfer/exports.ts'
import { importDetail, listImports } from '#operations/audit/transfer/list-imports.ts'
import { removeImport } from '#operations/audit/transfer/remove-import.ts'
import { startImport } from '#operations/audit/transfer/run-import.ts'
import type { logTransferRoutes } from '#contract/routes/log-transfer.ts'
import type { HandlerTable } from '../../handler-table.ts'

export const logTransferHandlers: HandlerTable<typeof logTransferRoutes> = {
  createLogExport: async ({ service, context, body }) => ({ body: await startExport(service, await context(), body) }),

  listLogExports: async ({ service }) => ({ body: listExports(service) }),

  getLogExport: async ({ service, params }) => ({ body: requireExport(service, params.exportId) }),

  deleteLogExport: async ({ service, params }) => {
    await removeExport(service, params.exportId)
    return { body: undefined }
  },

  createLogImport: async ({ service, context, query, upload }) => ({
    body: await startImport(service, await context(), query.name, upload),
  }),

  listLogImports: async ({ service }) => ({ body: await listImports(service) }),

  getLogImport: async ({ service, params }) => ({ body: await importDetail(service, params.importId) }),

  deleteLogImport: async ({ service, context, params }) => {
    await removeImport(service, await context(), params.importId)
    return { body: undefined }
  },
}
