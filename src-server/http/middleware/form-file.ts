// @ts-expect-error -- the package brings no types
import untyped from '@koa/multer'
import type { Context, Middleware } from 'koa'
import { type ApiError, invalid, unreadableBody } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'

/** What we use of the parser. */
interface Multer {
  (options: { storage: unknown; limits: Readonly<Record<string, number>> }): {
    /** Leaves the file of this field on the context. */
    single(field: string): Middleware<object, { file?: { buffer: Buffer } }>
  }
  memoryStorage(): unknown
}
const multer = untyped as Multer

/** The field that holds the file. */
const FIELD = 'file'

/** In memory, since every form of the interface is small; fields besides the file are left out. */
const parse = multer({
  storage: multer.memoryStorage(),
  limits: {
    fileSize: LIMITS.formFileBytes,
    files: 1,
    fields: 10,
    fieldSize: 4_096,
    fieldNameSize: 100,
    parts: 11,
    headerPairs: 20,
    fieldNestingDepth: 1,
    fieldArrayIndexLimit: 10,
  },
}).single(FIELD)

/**
 * Reads the one file of a multipart form.
 * @throws ApiError E0000001 for a missing file, one in another field and one that is too long, E0000003 for what is no form
 */
export async function readFormFile(ctx: Context): Promise<Uint8Array> {
  const form = ctx as unknown as Parameters<typeof parse>[0]
  await parse(form, async () => {}).catch((error: unknown) => {
    throw refusalOf(error)
  })
  if (!form.file) throw invalid(FIELD, 'is required')
  return form.file.buffer
}

/** The parser's own errors have codes; those of what it reads from have none. */
function refusalOf(error: unknown): ApiError {
  const { code, message } = error as { code?: string; message: string }
  if (code === 'LIMIT_FILE_SIZE') return invalid(FIELD, 'must be under 1 MB')
  if (code === 'LIMIT_UNEXPECTED_FILE' || code === 'LIMIT_FILE_COUNT')
    return invalid(FIELD, 'must be the only file of the form')
  return unreadableBody(message)
}
