import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '#db/store.ts'
import { createServer, type ServerOptions } from '#server/index.ts'

/** What decides how a new workspace is. */
export type Making = Pick<ServerOptions, 'engine' | 'sample'> & { now: number }

interface MadeFile {
  name: string
  mode: number
  content: Buffer
}

/** What was made, by how, as long as this worker lives. WHY in memory: nothing is left to be removed. */
const made = new Map<string, Promise<readonly MadeFile[]>>()

async function filesOf(make: (folder: string) => Promise<void>): Promise<readonly MadeFile[]> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-new-'))
  try {
    await make(folder)
    const entries = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile())
    return await Promise.all(
      entries.map(async ({ name }) => {
        const path = join(folder, name)
        return { name, mode: (await stat(path)).mode & 0o777, content: await readFile(path) }
      }),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function madeOnce(key: string, make: (folder: string) => Promise<void>): Promise<readonly MadeFile[]> {
  const files = made.get(key) ?? filesOf(make)
  made.set(key, files)
  return files
}

const FILE = 'org.sqlite'

/** Puts what was made once in this worker into a folder. @param name of what `make` leaves in the folder that it is given */
export async function madeIn(folder: string, name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const files = await madeOnce(name, make)
  for (const { name: file, mode, content } of files) await writeFile(join(folder, file), content, { mode })
  return join(folder, FILE)
}

/**
 * Puts a new workspace with what belongs beside it into a folder. It was made and closed once in this worker, since making one takes four
 * times as long as opening it: all of them have the same ids, keys and first token, and so have `other` ones.
 * @returns the workspace file
 */
export function newWorkspace(folder: string, { now, other, ...options }: Making & { other?: true }): Promise<string> {
  return madeIn(folder, JSON.stringify({ now, other, ...options }), async (where) => {
    const server = await createServer({
      ...options,
      dataFile: join(where, FILE),
      clock: () => now,
      steadyClock: () => 0,
    })
    await server.stop()
  })
}

/** Writes a file with all tables and no one in it, which was made once as well. @param now milliseconds since the epoch */
export async function newStoreFile(file: string, now: number): Promise<void> {
  const files = await madeOnce(`tables ${now}`, async (where) => {
    await (await openStore(join(where, FILE), new Date(now).toISOString())).close()
  })
  const main = files.find(({ name }) => name === FILE)
  if (main) await writeFile(file, main.content, { mode: main.mode })
}
