import type { Reader } from '#db/connection.ts'

/** Events that change nothing in an organization: who came, what was refused, and what the log says of itself. */
const NO_CHANGES = [
  ...['analytics.*', 'app.oauth2.*', 'event_hook.delivery', 'gatehouse.access.*', 'gatehouse.api_token.*'],
  ...['gatehouse.clock.*', 'gatehouse.log.*', 'policy.evaluate_sign_on', 'user.authentication.*', 'user.session.*'],
]

/** The number of events in the log of a draft that changed something. */
export async function countChanges(reader: Pick<Reader, 'first'>): Promise<number> {
  const row = await reader.first<{ count: number }>(
    `SELECT count(*) AS count FROM log_events WHERE outcome = 'SUCCESS'
      AND NOT EXISTS (SELECT 1 FROM json_each(?) WHERE event_type GLOB value)`,
    [JSON.stringify(NO_CHANGES)],
  )
  return row?.count ?? 0
}
