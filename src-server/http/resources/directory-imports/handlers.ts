import type { directoryImportRoutes } from '#contract/routes/directory-imports.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { exportDirectory } from '#operations/directory/transfer/export.ts'
import {
  listDirectoryImports,
  listImportRows,
  requireDirectoryImport,
  reviewImport,
  writeImportProblems,
} from '#operations/directory/transfer/import-views.ts'
import {
  applyDirectoryImport,
  checkDirectoryImport,
  removeDirectoryImport,
  undoDirectoryImport,
  uploadDirectoryImport,
} from '#operations/directory/transfer/imports.ts'
import type { HandlerTable } from '../../handler-table.ts'
import type { Handler } from '../../reply.ts'

const step =
  (begin: (tx: Tx, id: string) => Promise<void>): Handler<typeof directoryImportRoutes.applyDirectoryImport> =>
  async ({ write, reader, params }) => {
    await write((tx) => begin(tx, params.directoryImportId))
    return { body: await requireDirectoryImport(reader, params.directoryImportId) }
  }

const TYPES = { CSV: 'text/csv; charset=utf-8', NDJSON: 'application/x-ndjson' } as const

export const directoryImportHandlers: HandlerTable<typeof directoryImportRoutes> = {
  createDirectoryImport: async ({ service, context, query, upload }) => ({
    body: await uploadDirectoryImport(service, await context(), query, upload),
  }),
  listDirectoryImports: async ({ reader }) => ({ body: await listDirectoryImports(reader) }),
  getDirectoryImport: async ({ reader, params }) => ({
    body: await requireDirectoryImport(reader, params.directoryImportId),
  }),
  checkDirectoryImport: async ({ write, reader, params, body }) => {
    await write((tx) => checkDirectoryImport(tx, params.directoryImportId, body))
    return { body: await requireDirectoryImport(reader, params.directoryImportId) }
  },
  listDirectoryImportRows: async ({ reader, params, query }) => {
    const { items, next } = await listImportRows(reader, params.directoryImportId, query)
    return { body: items, next }
  },
  getDirectoryImportImpact: async ({ service, params }) => ({
    body: await reviewImport(service, params.directoryImportId),
  }),
  downloadDirectoryImportProblems: async ({ reader, params }) => ({
    body: { type: TYPES.CSV, data: await writeImportProblems(reader, params.directoryImportId) },
  }),
  applyDirectoryImport: step(applyDirectoryImport),
  undoDirectoryImport: step(undoDirectoryImport),
  deleteDirectoryImport: async ({ service, context, params }) => {
    await removeDirectoryImport(service, await context(), params.directoryImportId)
    return { body: undefined }
  },
  exportDirectory: async ({ reader, query }) => ({
    body: { type: TYPES[query.format], data: () => exportDirectory(reader, query.kind, query.format) },
  }),
}
