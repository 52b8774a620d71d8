import { listExports, removeExport, requireExport, startExport } from '../../../operations/audit/transfer/exports.ts'
import { importDetail, listImports, removeImport, startImport } from '../../../operations/audit/transfer/imports.ts'
import type { HandlerTable } from '../../handler-table.ts'

export const logTransferHandlers: HandlerTable<'logTransfer'> = {
  createLogExport: async ({ service, act, body }) => ({ body: await startExport(service, act, body) }),

  listLogExports: async ({ service }) => ({ body: listExports(service) }),

  getLogExport: async ({ service, params }) => ({ body: requireExport(service, params.exportId) }),

  deleteLogExport: async ({ service, params }) => {
    await removeExport(service, params.exportId)
    return { body: undefined }
  },

  createLogImport: async ({ service, act, query, upload }) => ({
    body: await startImport(service, act, query.name, upload),
  }),

  listLogImports: async ({ service }) => ({ body: await listImports(service) }),

  getLogImport: async ({ service, params }) => ({ body: await importDetail(service, params.importId) }),

  deleteLogImport: async ({ service, act, params }) => {
    await removeImport(service, act, params.importId)
    return { body: undefined }
  },
}
