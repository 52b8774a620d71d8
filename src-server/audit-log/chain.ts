import { createHash } from 'node:crypto'
import type { Reader } from '#db/connection.ts'

/** What stands before the first event. */
export const CHAIN_START: Buffer = Buffer.alloc(32)

/**
 * The link that an event adds: SHA-256 of the link before, the event's text, and the import that it came with, if any,
 * behind a line break, which no event's text holds.
 */
export function nextLink(before: Uint8Array, payload: string | Uint8Array, importId: string | null): Buffer {
  const hash = createHash('sha256').update(before)
  // WHY two branches: the types know no update of either.
  if (typeof payload === 'string') hash.update(payload, 'utf8')
  else hash.update(payload)
  if (importId !== null) hash.update(`\n${importId}`)
  return hash.digest()
}

/**
 * The newest link. INVARIANT: the newest event is never removed, so that it is there. An event without a link, which only
 * somebody else can have written, counts as a beginning: the log goes on, and verifying it names that event.
 */
export async function chainHead(reader: Reader): Promise<Uint8Array> {
  const sql = 'SELECT chain FROM log_events ORDER BY sequence DESC LIMIT 1'
  return (await reader.first<{ chain: Uint8Array | null }>(sql))?.chain ?? CHAIN_START
}
