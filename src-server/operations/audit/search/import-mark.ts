import type { LogEvent } from '#contract/log/log-event.ts'

/** What a row tells of where its event came from. */
export interface MarkedRow {
  import_id: string | null
  /** Of the import. */
  key_fingerprint: string | null
  /** JSON of the connection that the import follows; null for a file. */
  connection: string | null
  /** JSON of a LogEvent. */
  payload: string
}

/**
 * The text of an event as it leaves the log: one that came with an import says so, under our own key, wherever it goes. WHY not in the
 * stored text: that is the source's. WHY at the end: of two equal keys readers take the last one, so an event cannot speak for us.
 */
export function markedPayload({ import_id, key_fingerprint, connection, payload }: MarkedRow): string {
  const text = payload.trimEnd()
  if (import_id === null || !text.endsWith('}')) return payload
  const mark: LogEvent['gatehouse'] = {
    import: { id: import_id, keyFingerprint: key_fingerprint },
    ...(connection !== null && { connection: JSON.parse(connection) as { id: string; name: string } }),
  }
  return `${text.slice(0, -1)}${text === '{}' ? '' : ','}"gatehouse":${JSON.stringify(mark)}}`
}
