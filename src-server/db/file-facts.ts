import { statSync } from 'node:fs'
import { open } from 'node:fs/promises'

/** The first bytes of a file; fewer where it is shorter, none without a file. */
export async function headOf(path: string, length: number): Promise<Buffer> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!handle) return Buffer.alloc(0)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/**
 * The identity that the system gives a file, independent of its name; null without a file. Windows may give none, but an open file cannot
 * be removed there. WHY synchronous: each commit calls it, and it takes less time than a change of threads.
 */
export function identityOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found ? `${found.dev} ${found.ino}` : null
}
