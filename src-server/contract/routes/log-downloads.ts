import { z } from 'zod'
import { media } from '../interface/content-types.ts'
import { idSchema } from '../interface/ids.ts'
import { defineRoute } from '../interface/route.ts'

const download = { tag: 'Audit log', auth: 'public', method: 'GET' } as const

/** Files that a browser saves straight to disk, and so asks for without a token. */
export const logDownloadRoutes = {
  downloadLogExport: defineRoute({
    ...download,
    path: '/gatehouse/v1/logs/exports/{exportId}/file',
    summary: 'Download a finished export',
    description: 'The `download` of the export is this address with its download token.',
    params: z.object({ exportId: idSchema }),
    // A value of any other shape is as wrong as a wrong token.
    query: z.object({ downloadToken: z.string().catch('') }),
    responses: { 200: media('application/x-ndjson', 'text/csv') },
  }),
  downloadVerifier: defineRoute({
    ...download,
    path: '/gatehouse/v1/logs/verifier',
    summary: 'Download the program that verifies signed bundles',
    responses: { 200: media('text/javascript') },
    // A service that runs from its sources may not have been built.
    errors: ['E0000008'],
  }),
}
