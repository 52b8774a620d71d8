import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { BundleConcern } from './bundle-format.ts'
import { BundleCheck, BundleError, type BundleFacts } from './check-bundle.ts'
import { jumpText } from './clock-jump.ts'
import { plainLine } from './plain-line.ts'
import { readLines } from './read-lines.ts'

/** Far above what an event can hold; a line of a bundle that is longer was not written by an export. */
const MAX_LINE_BYTES = 33_554_432

export type BundleVerdict =
  ({ isValid: true } & BundleFacts) | { isValid: false; line: number; uuid: string | null; reason: string }

/**
 * Reads a bundle from its first line to its last, in flat memory.
 * @param pinned fingerprints of keys of which one must have signed; null takes the key that the bundle brings
 * @throws Error of the system where the file cannot be read
 */
export async function verifyBundleFile(file: string, pinned: readonly string[] | null): Promise<BundleVerdict> {
  const check = new BundleCheck(pinned)
  try {
    for await (const line of readLines(createReadStream(file), MAX_LINE_BYTES)) check.take(line)
    return { isValid: true, ...check.finish() }
  } catch (error) {
    if (!(error instanceof BundleError)) throw error
    return { isValid: false, line: error.line, uuid: error.uuid, reason: error.message }
  }
}

/** Whether a file is a bundle, sound or not, and no database; false where it cannot be read. */
export async function isBundleFile(file: string): Promise<boolean> {
  const handle = await open(file).catch(() => null)
  const start = await handle?.read(Buffer.alloc(1), 0, 1, 0).catch(() => null)
  await handle?.close()
  return start?.bytesRead === 1 && start.buffer.toString('latin1') === '{'
}

/** What a person is told; the last lines of one that is sound say whose key it was. */
export function describeVerdict(file: string, verdict: BundleVerdict, isPinned: boolean): string {
  if (!verdict.isValid) {
    const event = verdict.uuid === null ? '' : `, event ${verdict.uuid}`
    return plainLine(`${file} is BROKEN at line ${verdict.line}${event}: ${verdict.reason}.`)
  }
  const { head, count, imported, clockJumps } = verdict
  const others = imported === 0 ? '' : `, of which ${imported} ${imported === 1 ? 'was' : 'were'} imported`
  return [
    `${file} is sound: ${count} event${count === 1 ? '' : 's'} of ${head.workspace.name} (${head.workspace.id})${others}, exported ${head.exported}.`,
    `Signed with the key ${head.fingerprint}.`,
    isPinned
      ? 'That is the expected key.'
      : 'The key came with the bundle: compare it with the one that the workspace shows, or give --key or --fingerprint.',
    ...clockJumps.map(jumpText),
    ...concernLines(head.concerns ?? []),
  ]
    .map(plainLine)
    .join('\n')
}

/** WHY so plain: the signature of a log that was in doubt proves the export, and not what stood in the log before. */
function concernLines(concerns: readonly BundleConcern[]): string[] {
  if (concerns.length === 0) return []
  return [
    'When it was exported, no one had accepted what was found about the log; the signature vouches for the events as they stood in it then, no further:',
    ...concerns.map(({ kind, found, message }) => `  ${kind}, found ${found}: ${message}`),
  ]
}
