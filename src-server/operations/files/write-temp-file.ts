import { open } from 'node:fs/promises'
import { bodyTooLong, unreadableBody } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { withoutRoom } from './transfer-folder.ts'

/**
 * Writes an upload to a file, so that the sender need not wait for what becomes of it.
 * @throws ApiError E0000020 (413) beyond the limit, E0000003 for nothing or a part, E0000010 without room; the file may be
 * there then, in part
 */
export async function writeTempFile(
  upload: AsyncIterable<Uint8Array>,
  file: string,
  maxBytes: number = LIMITS.logImportBytes,
): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  let size = 0
  try {
    for await (const chunk of whole(upload)) {
      size += chunk.length
      if (size > maxBytes) throw bodyTooLong(maxBytes)
      await handle.appendFile(chunk)
    }
  } catch (error) {
    throw withoutRoom(error)
  } finally {
    await handle.close()
  }
  if (size === 0) throw unreadableBody('is empty; it should hold one event a line')
}

/** The same chunks; a sender that gives up is told from a disk that does. */
async function* whole(upload: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* upload
  } catch {
    throw unreadableBody('ended before all of it was here')
  }
}
