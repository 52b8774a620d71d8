/** What stands in the place of an event that cannot be read. */
const UNREADABLE = 'This event cannot be read: what the file holds of it was changed by another program.'

/**
 * The text of an event, whatever its row holds: bytes are read as text, and where that is no object of JSON, an event says so that has what
 * the other columns tell.
 * @param row how the statement calls the log
 */
export function readableText(row: string): string {
  const text = `CAST(${row}.payload AS TEXT)`
  const column = (name: string) => `CAST(${row}.${name} AS TEXT)`
  return `CASE WHEN json_valid(${text}) AND substr(${text}, 1, 1) = '{' THEN ${text} ELSE json_object(
    'uuid', ${column('uuid')}, 'published', ${column('published')}, 'eventType', ${column('event_type')}, 'version', '0',
    'severity', 'ERROR', 'displayMessage', '${UNREADABLE}', 'actor', json_object('id', ${column('actor_id')}, 'type', 'Unknown'),
    'outcome', json_object('result', 'UNKNOWN')) END`
}
