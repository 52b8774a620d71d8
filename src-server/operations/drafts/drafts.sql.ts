import type { Reader } from '#db/connection.ts'

/** Events that change nothing in an organization: who came, what was refused, and what the log says of itself. */
const NO_CHANGES = [
  ...['analytics.*', 'app.oauth2.*', 'event_hook.delivery', 'gatehouse.access.*', 'gatehouse.api_token.*'],
  ...['gatehouse.clock.*', 'gatehouse.log.*', 'policy.evaluate_sign_on', 'user.authentication.*', 'user.session.*'],
]

/** The events in the log of a draft, from which nothing is ever removed, as texts of JSON. @param most how many at most */
export async function eventTexts(reader: Pick<Reader, 'all'>, most: number): Promise<string[]> {
  const rows = await reader.all<{ payload: string }>('SELECT payload FROM log_events ORDER BY sequence LIMIT ?', [most])
  return rows.map(({ payload }) => payload)
}

/** The number of events in the log of a draft that changed something. */
export async function countChanges(reader: Pick<Reader, 'first'>): Promise<number> {
  const row = await reader.first<{ count: number }>(
    `SELECT count(*) AS count FROM log_events WHERE outcome = 'SUCCESS'
      AND NOT EXISTS (SELECT 1 FROM json_each(?) WHERE event_type GLOB value)`,
    [JSON.stringify(NO_CHANGES)],
  )
  return row?.count ?? 0
}
