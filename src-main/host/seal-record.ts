import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Where the newest seal on the log of a workspace is noted: in the profile, beside the key, out of reach of who can write to the folder
 * of the workspace. A file is known by its place, so that copies of one workspace do not get into each other's way.
 */
export function sealRecordOf(profile: string, dataFile: string): string {
  const name = createHash('sha256').update(realOf(dataFile)).digest('hex')
  return join(profile, 'seals', `${name}.json`)
}

function realOf(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return resolve(file)
  }
}
