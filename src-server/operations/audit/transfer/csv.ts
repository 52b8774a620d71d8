import type { LogEvent } from '#contract/log/log-event.ts'

/** An event as another program may have left it in the file: any part of it can be missing. */
type Loose<T> = T extends (infer Item)[]
  ? Loose<Item>[] | null | undefined
  : T extends object
    ? { [Key in keyof T]?: Loose<T[Key]> } | null | undefined
    : T | null | undefined
type Event = NonNullable<Loose<LogEvent>>
type Target = NonNullable<NonNullable<Event['target']>[number]>

/** Between the values of a list, of which a cell holds all. */
const SEPARATOR = ' | '

const ofTargets = (value: (target: Target) => unknown) => (event: Event) =>
  (Array.isArray(event.target) ? event.target : []).map((target) => value(target ?? {}) ?? '').join(SEPARATOR)

/** Fields that a change touched, of every target, once each. */
function changedFields({ target }: Event): string {
  const fields = (Array.isArray(target) ? target : []).flatMap((one) =>
    [one?.changeDetails?.from, one?.changeDetails?.to].flatMap((side) => Object.keys(side ?? {})),
  )
  return [...new Set(fields)].join(SEPARATOR)
}

const COLUMNS: readonly (readonly [heading: string, value: (event: Event) => unknown])[] = [
  ['published', (event) => event.published],
  ['eventType', (event) => event.eventType],
  ['severity', (event) => event.severity],
  ['displayMessage', (event) => event.displayMessage],
  ['outcome', (event) => event.outcome?.result],
  ['reason', (event) => event.outcome?.reason],
  ['actorId', (event) => event.actor?.id],
  ['actorType', (event) => event.actor?.type],
  ['actorAlternateId', (event) => event.actor?.alternateId],
  ['actorDisplayName', (event) => event.actor?.displayName],
  ['clientIpAddress', (event) => event.client?.ipAddress],
  ['clientZone', (event) => event.client?.zone],
  ['clientUserAgent', (event) => event.client?.userAgent?.rawUserAgent],
  ['clientCountry', (event) => event.client?.geographicalContext?.country],
  ['clientCity', (event) => event.client?.geographicalContext?.city],
  ['targetIds', ofTargets((target) => target.id)],
  ['targetTypes', ofTargets((target) => target.type)],
  ['targetNames', ofTargets((target) => target.displayName ?? target.alternateId)],
  ['changedFields', changedFields],
  ['transactionId', (event) => event.transaction?.id],
  ['sessionId', (event) => (event.authenticationContext as Record<string, unknown> | null)?.['externalSessionId']],
  ['uuid', (event) => event.uuid],
  ['importId', (event) => event.gatehouse?.import?.id],
  ['importKeyFingerprint', (event) => event.gatehouse?.import?.keyFingerprint],
]

/**
 * What a spreadsheet would take for a formula, behind blanks and in the wide forms of East Asian keyboards too. It gets an
 * apostrophe, which spreadsheets read as "this is text".
 */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/

/** A cell as RFC 4180 has it; nothing in it is ever computed. */
export function csvCell(value: unknown): string {
  const text =
    value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const row = (cells: readonly unknown[]) => `${cells.map(csvCell).join(',')}\r\n`

/** The first line. WHY a byte order mark: without it Excel reads the names of people as another alphabet. */
export const CSV_HEAD = `\uFEFF${row(COLUMNS.map(([heading]) => heading))}`

/** @param payload an event as JSON text; what is none becomes a line that says so */
export function csvLine(payload: string): string {
  return row(cellsOf(payload))
}

function cellsOf(payload: string): unknown[] {
  try {
    const event = JSON.parse(payload) as Event
    return COLUMNS.map(([, value]) => value(event))
  } catch {
    return COLUMNS.map((_, index) => (index === 0 ? 'This event is not readable' : ''))
  }
}
