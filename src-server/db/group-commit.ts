import { open, type FileHandle } from 'node:fs/promises'

/** Waits for the disk, once for all transactions that have committed. */
interface GroupCommit {
  /**
   * Resolves once the disk has everything that was committed before the call. All who call while the disk is busy wait for the same next
   * flush, so that many writes cost few of them.
   * @throws Error when the disk refused; what it then has is not known, and every later call throws as well
   */
  flushed(): Promise<void>
  /** Waits for all flushes, then closes the file. */
  close(): Promise<void>
}

/**
 * Group commit over a write-ahead log. WHY not SQLite's own `synchronous = FULL`: it blocks the one writer during the flush, so that
 * each transaction pays for its own.
 */
export function groupCommit(log: string): GroupCommit {
  let handle: Promise<FileHandle | null> | null = null
  let current: Promise<void> | null = null
  let next: Promise<void> | null = null
  let failure: Error | null = null

  async function flush(): Promise<void> {
    if (failure) throw failure
    try {
      handle ??= openLog(log)
      const opened = await handle
      if (opened) await opened.datasync()
      else handle = null
    } catch (error) {
      // WHY every later call too: after a failed flush the system may drop the pages, and report the next flush as done.
      failure = error as Error
      throw error
    }
  }

  function begin(): Promise<void> {
    const flushing = flush().finally(() => {
      if (current === flushing) current = null
    })
    current = flushing
    return flushing
  }

  function flushed(): Promise<void> {
    if (!current) return begin()
    next ??= current
      .catch(() => {})
      .then(() => {
        next = null
        return begin()
      })
    return next
  }

  return {
    flushed,
    close: async () => {
      await (next ?? current)?.catch(() => {})
      await (await handle?.catch(() => null))?.close()
    },
  }
}

/** WHY for writing: Windows flushes no other handle. Null if nothing was ever written. */
async function openLog(log: string): Promise<FileHandle | null> {
  return open(log, 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
