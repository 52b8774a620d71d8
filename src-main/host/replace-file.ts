import { rename, rm, stat } from 'node:fs/promises'

/**
 * Writes a file under another name beside it and puts it in its place only when it is whole: whatever stood there before
 * is lost only to its successor.
 */
export async function replaceFile(file: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${file}.${process.pid}.draft`
  try {
    await rm(draft, { force: true })
    await write(draft)
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Whether two paths lead to one existing file, through links or different spellings. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([stat(one).catch(() => null), stat(other).catch(() => null)])
  return a !== null && b !== null && a.dev === b.dev && a.ino === b.ino
}
