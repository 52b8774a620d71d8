import { randomUUID } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { EMITTED_EVENTS, type EventType } from '../../contract/event-types.ts'
import type { LogEvent, LogOutcome, LogTarget } from '../../contract/log-event.ts'
import { insertMany } from '../../db/bulk.ts'
import type { Statements } from '../../db/statements.ts'
import type { Act } from '../service.ts'

/** What a use case says of an event; who, when and through what come from the act. */
export interface EventDraft {
  type: EventType
  targets: LogTarget[]
  outcome?: LogOutcome
  debugData?: Record<string, unknown>
}

const COLUMNS = ['uuid', 'published', 'event_type', 'actor_id', 'payload'] as const
export const INSERT_EVENT = `INSERT INTO log_events (${COLUMNS.join(', ')}) VALUES (?, ?, ?, ?, ?)`

/** Writes events inside the caller's transaction, in order. @returns them as they were written */
export async function appendEvents(
  statements: Statements,
  act: Act,
  now: string,
  drafts: readonly EventDraft[],
): Promise<LogEvent[]> {
  const events = drafts.map((draft) => toLogEvent(draft, act, now))
  await insertEvents(statements, events)
  return events
}

/** Writes finished events, in order; triggers of the file put them into the indexes for `filter` and `q`. */
export async function insertEvents(statements: Statements, events: readonly LogEvent[]): Promise<void> {
  const rows = events.map((event) => [event.uuid, event.published, event.eventType, event.actor.id, toPayload(event)])
  const [first] = rows
  if (rows.length === 1 && first) await statements.run(INSERT_EVENT, first)
  else await insertMany(statements, 'log_events', COLUMNS, rows)
}

/** WHY no halves of surrogate pairs: a file cannot hold them as texts, so a query would not find what it shows. */
function toPayload(event: LogEvent): string {
  const text = JSON.stringify(event)
  if (!text.includes('\\ud')) return text
  return JSON.stringify(event, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value))
}

function toLogEvent(draft: EventDraft, act: Act, now: string): LogEvent {
  const { message, severity } = EMITTED_EVENTS[draft.type]
  return {
    uuid: randomUUID(),
    published: now,
    eventType: draft.type,
    version: '0',
    severity,
    legacyEventType: null,
    displayMessage: message,
    actor: act.actor,
    client: act.transactionType === 'WEB' ? clientOf(act) : null,
    device: null,
    request: {
      ipChain: act.ip ? [{ ip: act.ip, geographicalContext: null, version: versionOf(act.ip), source: null }] : [],
    },
    outcome: draft.outcome ?? { result: 'SUCCESS', reason: null },
    target: draft.targets,
    transaction: {
      type: act.transactionType,
      id: act.transactionId,
      detail: act.tokenId ? { requestApiTokenId: act.tokenId } : {},
    },
    debugContext: { debugData: { ...(act.requestUri ? { requestUri: act.requestUri } : {}), ...draft.debugData } },
    authenticationContext: null,
    securityContext: null,
  }
}

function clientOf(act: Act): LogEvent['client'] {
  return {
    id: act.tokenId,
    userAgent: act.userAgent ? { browser: null, os: null, rawUserAgent: act.userAgent } : null,
    geographicalContext: null,
    zone: null,
    ipAddress: act.ip,
    device: null,
  }
}

function versionOf(ip: string): 'V4' | 'V6' {
  return isIPv6(ip) ? 'V6' : 'V4'
}
