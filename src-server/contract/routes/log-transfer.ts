import { z } from 'zod'
import { nameSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { EXPORT_FORMATS, logExportSchema, logImportDetailSchema, logImportSchema } from '../log/log-transfer.ts'
import { defineRoute } from '../interface/route.ts'
import { logSearchQuery } from './logs.ts'

const read = { tag: 'Audit log', scope: 'svc.logs.read' } as const
const manage = { tag: 'Audit log', scope: 'svc.orgs.manage' } as const
const EXPORTS = '/gatehouse/v1/logs/exports'
const IMPORTS = '/gatehouse/v1/logs/imports'
const exportParams = z.object({ exportId: idSchema })
const importParams = z.object({ importId: idSchema })

/** The audit log out of the workspace, and other logs into it. */
export const logTransferRoutes = {
  createLogExport: defineRoute({
    ...read,
    method: 'POST',
    path: EXPORTS,
    summary: 'Begin to export a query of the audit log',
    description: 'Without `since` and `until`, from the first event to the last.',
    body: z.object({ format: z.enum(EXPORT_FORMATS), ...logSearchQuery }),
    responses: { 200: logExportSchema },
    errors: ['E0000031', 'E0000047', 'E0000053'],
  }),
  listLogExports: defineRoute({
    ...read,
    method: 'GET',
    path: EXPORTS,
    summary: 'List the exports of this run of the service, the newest first',
    responses: { 200: z.array(logExportSchema) },
  }),
  getLogExport: defineRoute({
    ...read,
    method: 'GET',
    path: `${EXPORTS}/{exportId}`,
    summary: 'Read how far an export is',
    params: exportParams,
    responses: { 200: logExportSchema },
  }),
  deleteLogExport: defineRoute({
    ...read,
    method: 'DELETE',
    path: `${EXPORTS}/{exportId}`,
    summary: 'Cancel an export, or remove its file',
    params: exportParams,
    responses: { 204: null },
  }),
  createLogImport: defineRoute({
    ...manage,
    method: 'POST',
    path: IMPORTS,
    summary: 'Import events of another audit log',
    description:
      'The body is `application/x-ndjson`: one event a line, as `GET /api/v1/logs` gives them, or the whole list of them, or a signed bundle. Events are checked first; one that is bad stops the whole import. They wake no hooks. Those that the log holds already, by `uuid`, are passed over.',
    consumes: 'application/x-ndjson',
    maxBytes: LIMITS.logImportBytes,
    query: z.object({
      name: nameSchema.default('Imported log'),
      key: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional()
        .meta({ description: 'Fingerprint of the key that must have signed the bundle; another log is refused then' }),
    }),
    responses: { 200: logImportSchema },
    errors: ['E0000047'],
  }),
  listLogImports: defineRoute({
    ...read,
    method: 'GET',
    path: IMPORTS,
    summary: 'List imports, the newest first',
    responses: { 200: z.array(logImportSchema) },
  }),
  getLogImport: defineRoute({
    ...read,
    method: 'GET',
    path: `${IMPORTS}/{importId}`,
    summary: 'Read how far an import is, and when its events happened',
    params: importParams,
    responses: { 200: logImportDetailSchema },
  }),
  deleteLogImport: defineRoute({
    ...manage,
    method: 'DELETE',
    path: `${IMPORTS}/{importId}`,
    summary: 'Cancel an import, or remove the events that came with it',
    description: 'Removing goes on after the reply; the import is gone when it is done.',
    params: importParams,
    responses: { 204: null },
  }),
}
