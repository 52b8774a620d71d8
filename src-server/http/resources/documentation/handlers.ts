import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ApiError } from '#contract/interface/api-error.ts'
import type { Service } from '#operations/service/service.ts'
import { edgeOf } from '#vocabulary/edge.ts'
import type { Vocabulary } from '#contract/vocabulary/vocabulary.ts'
import { fileBody } from '../../file-body.ts'
import { isInOwnWords } from '../../middleware/preferences.ts'
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

interface Made {
  readonly version: string
  readonly url: string
  readonly vocabulary: Vocabulary | null
  readonly data: Promise<Buffer>
}

/** The last documents made, or being made, the latest first: of the vocabulary, and in our own words. */
let made: readonly Made[] = []
const MAX_MADE = 2

/**
 * WHY by a worker: it takes some hundred milliseconds, and the caller needs no token.
 * @param vocabulary null for our own words
 */
function documentOf({ version, url, workers }: Service, vocabulary: Vocabulary | null): Promise<Buffer> {
  const address = url()
  const isOfThese = (one: Made) => one.version === version && one.url === address && one.vocabulary === vocabulary
  const known = made.find(isOfThese)
  if (known) return known.data
  // WHY bytes: a text would be made into them for each reply.
  const data = workers
    .run('openApiDocument', { version, url: address })
    .then((text) => Buffer.from(vocabulary ? JSON.stringify(edgeOf(vocabulary).document(JSON.parse(text))) : text))
  const mine = { version, url: address, vocabulary, data }
  made = [mine, ...made].slice(0, MAX_MADE)
  // One that failed is tried again.
  data.catch(() => {
    made = made.filter((one) => one !== mine)
  })
  return data
}

export const documentationHandlers: HandlerTable<typeof documentationRoutes> = {
  getOpenApiDocument: async ({ service, headers }) => {
    const isOurs = isInOwnWords(String(headers.prefer ?? ''))
    const data = await documentOf(service, isOurs ? null : service.vocabulary.current)
    return { body: { type: 'application/json; charset=utf-8', data } }
  },

  showDocumentation: async () => ({ body: { type: 'text/html; charset=utf-8', data: PAGE } }),

  getDocumentationFile: async ({ params: { file } }) => {
    if (file === 'start.js') return { body: { type: SCRIPT, data: START } }
    const type = FILES.get(file)
    if (!type) throw new ApiError('E0000008')
    return { body: await fileBody(join(packageFolder(), file), type) }
  },
}
