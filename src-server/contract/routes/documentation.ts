import { z } from 'zod'
import { media } from '../interface/content-types.ts'
import { defineRoute } from '../interface/route.ts'

const page = { tag: 'Documentation', auth: 'public', hidden: true, method: 'GET' } as const

/** The description of the interface. Public: it says nothing about the workspace. */
export const documentationRoutes = {
  getOpenApiDocument: defineRoute({
    ...page,
    path: '/api/v1/openapi.json',
    summary: 'Read the OpenAPI document',
    responses: { 200: media('application/json') },
  }),
  showDocumentation: defineRoute({
    ...page,
    path: '/docs',
    summary: 'Show the documentation',
    responses: { 200: media('text/html') },
  }),
  getDocumentationFile: defineRoute({
    ...page,
    path: '/docs/{file}',
    summary: 'Read a file of the documentation',
    params: z.object({ file: z.string() }),
    responses: { 200: media('text/css', 'text/javascript', 'image/png') },
  }),
}
