/** What stands in the place of an event that cannot be read. */
const UNREADABLE = 'This event cannot be read: what the file holds of it was changed by another program.'

/** What a reader needs of an event; whatever else is missing or of another type, the schema of events makes good. */
const NEEDED = { uuid: '>= 0', published: 'BETWEEN 1 AND 255', eventType: 'BETWEEN 1 AND 255' }

/**
 * The text of an event, whatever its row holds: bytes are read as text, and where that is no object of JSON or lacks what a reader needs, an
 * event says so that has what the other columns tell.
 * @param row how the statement calls the log
 */
export function readableText(row: string): string {
  const text = `CAST(${row}.payload AS TEXT)`
  const column = (name: string) => `CAST(${row}.${name} AS TEXT)`
  const has = ([field, length]: [string, string]) =>
    `json_type(${text}, '$.${field}') = 'text' AND length(${text} ->> '$.${field}') ${length}`
  // WHY nested: of a text that is no JSON nothing else may be asked.
  const isEvent = `CASE WHEN json_valid(${text}) THEN ${Object.entries(NEEDED).map(has).join(' AND ')} ELSE 0 END`
  return `CASE WHEN ${isEvent} THEN ${text} ELSE json_object(
    'uuid', ${column('uuid')}, 'published', ${column('published')}, 'eventType', ${column('event_type')}, 'version', '0',
    'severity', 'ERROR', 'displayMessage', '${UNREADABLE}', 'actor', json_object('id', ${column('actor_id')}, 'type', 'Unknown'),
    'outcome', json_object('result', 'UNKNOWN')) END`
}
