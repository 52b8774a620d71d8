import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ApiError } from '#contract/interface/api-error.ts'
import { openApiDocument } from '#openapi/document.ts'
import type { Service } from '#operations/service.ts'
import { fileBody } from '../../file-body.ts'
import type { documentationRoutes } from '#contract/routes/documentation.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { PAGE, START } from './page.ts'

const SCRIPT = 'text/javascript; charset=utf-8'

/** Files of the package that the page needs, with their types. */
const FILES = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', SCRIPT],
  ['favicon-32x32.png', 'image/png'],
])

const packageFolder = () => dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/** The last document made: it takes long, and depends on nothing else. */
let made = { version: '', url: '', text: '' }

function documentOf(service: Service): string {
  const [version, url] = [service.version, service.url()]
  if (made.version !== version || made.url !== url)
    made = { version, url, text: JSON.stringify(openApiDocument({ version, url })) }
  return made.text
}

export const documentationHandlers: HandlerTable<typeof documentationRoutes> = {
  getOpenApiDocument: async ({ service }) => ({
    body: { type: 'application/json; charset=utf-8', data: documentOf(service) },
  }),

  showDocumentation: async () => ({ body: { type: 'text/html; charset=utf-8', data: PAGE } }),

  getDocumentationFile: async ({ params: { file } }) => {
    if (file === 'start.js') return { body: { type: SCRIPT, data: START } }
    const type = FILES.get(file)
    if (!type) throw new ApiError('E0000008')
    return { body: await fileBody(join(packageFolder(), file), type) }
  },
}
