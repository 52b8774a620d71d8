import type { Reader } from '#db/connection.ts'

/**
 * A text that changes whenever the workspace changes. WHY by the log: every change of the organization adds to it. Saved searches are the
 * only thing of a person's that does not.
 */
export async function readState(reader: Pick<Reader, 'first'>): Promise<string> {
  const state = await reader.first(`SELECT
    (SELECT hex(chain) FROM log_events ORDER BY sequence DESC LIMIT 1) AS head,
    (SELECT group_concat(id || ' ' || last_updated) FROM (SELECT * FROM saved_searches ORDER BY id)) AS searches`)
  return JSON.stringify(state)
}
