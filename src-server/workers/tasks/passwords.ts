import { isCommon } from '#operations/directory/passwords/common-passwords.ts'
import { hashText } from '#operations/directory/passwords/hash.ts'
import { isMatch } from '#operations/directory/passwords/hash-formats.ts'
import type { Tasks } from '../protocol.ts'
import type { Task } from '../serve-tasks.ts'

/** Makes hashes of passwords and answers and compares them, one after the other: each takes tens of milliseconds and 19 MiB. */
export const passwords: Task<Tasks['passwords']> = async ({ hash, compare, common }, { signal }) => {
  const hashes: string[] = []
  for (const value of hash) {
    signal.throwIfAborted()
    hashes.push(await hashText(value))
  }
  const matches: boolean[] = []
  for (const { value, stored } of compare) {
    signal.throwIfAborted()
    matches.push(await isMatch(value, stored))
  }
  return { hashes, matches, isCommon: common !== undefined && (await isCommon(common)) }
}
