import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { MediaBody } from '#contract/interface/content-types.ts'

/**
 * A file as the body of a reply.
 * @param type the whole `Content-Type`
 * @throws Error when there is no such file
 */
export async function fileBody(file: string, type: string): Promise<MediaBody> {
  const { size } = await stat(file)
  return { type, data: () => createReadStream(file), length: size }
}
