import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Where the newest seal on the log of a workspace is recorded: in the profile, beside the key, so that write access to the folder of
 * the workspace is not enough to change it. The record belongs to a path, so that copies of a workspace have records of their own.
 */
export function sealRecordOf(profile: string, dataFile: string): string {
  return join(profile, 'seals', recordName(dataFile))
}

/** The name of what the profile holds for the workspace at a path. */
export function recordName(dataFile: string): string {
  return `${createHash('sha256').update(realOf(dataFile)).digest('hex')}.json`
}

function realOf(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return resolve(file)
  }
}
