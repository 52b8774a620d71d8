import type { LogEvent } from '#contract/log/log-event.ts'
import { BYTE_ORDER_MARK, csvRow } from '../../files/csv-cell.ts'

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

/** The first line. */
export const CSV_HEAD = `${BYTE_ORDER_MARK}${csvRow(COLUMNS.map(([heading]) => heading))}`

/** @param payload an event as JSON text; what is none becomes a line that says so */
export function csvLine(payload: string): string {
  return csvRow(cellsOf(payload))
}

function cellsOf(payload: string): unknown[] {
  try {
    const event = JSON.parse(payload) as Event
    return COLUMNS.map(([, value]) => value(event))
  } catch {
    return COLUMNS.map((_, index) => (index === 0 ? 'This event is not readable' : ''))
  }
}
