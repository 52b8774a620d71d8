import { readFile } from 'node:fs/promises'
import { z } from 'zod'

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/** What electron-builder writes beside the archive of a build that was given a feed (`app-update.yml`). */
const feedSchema = z.object({
  provider: z.literal('generic'),
  /** A folder with releases. Unencrypted only on this machine. */
  url: z.url({ protocol: /^https?$/ }).refine((text) => {
    const { protocol, hostname } = new URL(text)
    return protocol === 'https:' || LOOPBACK.includes(hostname)
  }, 'must be an https address'),
  /** Whose signature an installer for Windows must have. */
  publisherName: z.union([z.string().transform((name) => [name]), z.array(z.string())]).default([]),
})
export type Feed = z.output<typeof feedSchema>

/**
 * Reads where this build looks for updates. The page cannot change it, nor can the environment: who could would choose
 * what is installed.
 * @param file `app-update.yml` of the program
 * @returns null when the build has none
 * @throws Error that names the field, when the file cannot be used
 */
export async function readFeed(file: string): Promise<Feed | null> {
  const text = await textOf(file)
  if (text === null) return null
  // WHY only here: the window waits for all that is loaded before it, and most builds have no feed.
  const { parse } = await import('yaml')
  const feed = feedSchema.safeParse(parse(text))
  const [issue] = feed.error?.issues ?? []
  if (issue) throw new Error(`${file}: ${issue.path.join('.') || 'it'} ${issue.message}`)
  return feed.data ?? null
}

async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
