import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { draftsSchema } from '../ipc/contract.ts'
import type { Draft } from '../ipc/contract.ts'
import { replaceFile } from './replace-file.ts'
import { recordName } from './seal-record.ts'

/** What editors held when it was not saved, for each workspace; a crash of the page or of the program leaves it there. */
export interface DraftFiles {
  /** A file that cannot be read holds none. */
  read(dataFile: string): Promise<Draft[]>
  /** Writes queue behind each other: the last one stays. */
  write(dataFile: string, drafts: readonly Draft[]): Promise<void>
}

/** Drafts in a folder of the profile, readable by its owner only. A workspace without drafts has no file. */
export function openDrafts(profile: string): DraftFiles {
  const fileOf = (dataFile: string): string => join(profile, 'drafts', recordName(dataFile))
  let queue: Promise<unknown> = Promise.resolve()

  async function put(file: string, drafts: readonly Draft[]): Promise<void> {
    if (drafts.length === 0) return rm(file, { force: true })
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await replaceFile(file, (path) => writeFile(path, JSON.stringify(drafts), { mode: 0o600, flag: 'wx' }))
  }

  return {
    async read(dataFile) {
      await queue
      try {
        return draftsSchema.parse(JSON.parse(await readFile(fileOf(dataFile), 'utf8')))
      } catch {
        return []
      }
    },
    write(dataFile, drafts) {
      const written = queue.then(() => put(fileOf(dataFile), drafts))
      queue = written.catch(() => undefined)
      return written
    },
  }
}
