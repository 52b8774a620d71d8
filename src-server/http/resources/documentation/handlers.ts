import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ApiError } from '#contract/interface/api-error.ts'
import type { Service } from '#operations/service/service.ts'
import { edgeOf } from '#vocabulary/edge.ts'
import type { Vocabulary } from '#contract/vocabulary/vocabulary.ts'
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

/** The last document made, or being made. */
let made: { version: string; url: string; vocabulary: Vocabulary | null; data: Promise<Buffer> } | null = null

/** WHY by a worker: it takes some hundred milliseconds, and the caller needs no token. */
function documentOf({ version, url, workers, vocabulary: { current: vocabulary } }: Service): Promise<Buffer> {
  const address = url()
  if (made?.version === version && made.url === address && made.vocabulary === vocabulary) return made.data
  // WHY bytes: a text would be made into them for each reply.
  const data = workers
    .run('openApiDocument', { version, url: address })
    .then((text) => Buffer.from(vocabulary ? JSON.stringify(edgeOf(vocabulary).document(JSON.parse(text))) : text))
  const mine = { version, url: address, vocabulary, data }
  made = mine
  // One that failed is tried again.
  data.catch(() => {
    if (made === mine) made = null
  })
  return data
}

export const documentationHandlers: HandlerTable<typeof documentationRoutes> = {
  getOpenApiDocument: async ({ service }) => ({
    body: { type: 'application/json; charset=utf-8', data: await documentOf(service) },
  }),

  showDocumentation: async () => ({ body: { type: 'text/html; charset=utf-8', data: PAGE } }),

  getDocumentationFile: async ({ params: { file } }) => {
    if (file === 'start.js') return { body: { type: SCRIPT, data: START } }
    const type = FILES.get(file)
    if (!type) throw new ApiError('E0000008')
    return { body: await fileBody(join(packageFolder(), file), type) }
  },
}
