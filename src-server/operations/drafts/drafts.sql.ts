import type { Reader } from '#db/connection.ts'
import type { LogPosition } from '#db/copy-draft.ts'

/** Events that change nothing in an organization: who came, what was refused, and what the log says of itself. */
const NO_CHANGES = [
  ...['analytics.*', 'app.oauth2.authorize*', 'app.oauth2.signon*', 'app.oauth2.token.*'],
  ...['app.oauth2.as.authorize*', 'app.oauth2.as.evaluate*', 'app.oauth2.as.token.*'],
  ...['event_hook.delivery', 'gatehouse.access.*', 'gatehouse.api_token.*', 'gatehouse.clock.*'],
  // What sets the period of retention is a change.
  ...['gatehouse.log.[^r]*', 'policy.evaluate_sign_on', 'user.authentication.*', 'user.session.*'],
]

const CHANGED = `outcome = 'SUCCESS' AND NOT EXISTS (SELECT 1 FROM json_each(?) WHERE event_type GLOB value)`

/**
 * The events that changed something, as texts of JSON.
 * @param after the event behind which they begin; null: the first of the log
 * @param most how many at most
 * @returns null where that event is no longer in the log, so that later ones may be gone, too
 */
export async function changeTexts(
  reader: Pick<Reader, 'all' | 'first'>,
  after: LogPosition | null,
  most: number,
): Promise<string[] | null> {
  const { sequence = 0, uuid = '' } = after ?? {}
  if (after && !(await reader.first('SELECT 1 FROM log_events WHERE sequence = ? AND uuid = ?', [sequence, uuid])))
    return null
  const rows = await reader.all<{ payload: string }>(
    `SELECT payload FROM log_events WHERE sequence > ? AND ${CHANGED} ORDER BY sequence LIMIT ?`,
    [sequence, JSON.stringify(NO_CHANGES), most],
  )
  return rows.map(({ payload }) => payload)
}

/** The number of events in the log of a draft that changed something. */
export async function countChanges(reader: Pick<Reader, 'first'>): Promise<number> {
  const row = await reader.first<{ count: number }>(`SELECT count(*) AS count FROM log_events WHERE ${CHANGED}`, [
    JSON.stringify(NO_CHANGES),
  ])
  return row?.count ?? 0
}
