import { createHash } from 'node:crypto'
import type { Reader } from '#db/connection.ts'
import { newestLink } from './log-events.sql.ts'

/** The link before the first event. */
export const CHAIN_START: Buffer = Buffer.alloc(32)

/**
 * The link of an event: SHA-256 of the link before, the event's text, and, for an imported event, a line break and the id of the
 * import. No event's text has a line break.
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
 * The newest link. INVARIANT: the newest event is never removed, so it exists. An event without a link was not written by this
 * program. It counts as a start of the chain: the log continues, and verification names that event.
 */
export async function chainHead(reader: Reader): Promise<Uint8Array> {
  return (await newestLink(reader)) ?? CHAIN_START
}
