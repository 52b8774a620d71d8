import { randomUUID } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { EMITTED_EVENTS, type EventType } from '../../contract/event-types.ts'
import type { LogEvent, LogOutcome, LogTarget } from '../../contract/log-event.ts'
import type { Statements } from '../../db/statements.ts'
import type { Act } from '../service.ts'

/** What a use case says of an event; who, when and through what come from the act. */
export interface EventDraft {
  type: EventType
  targets: LogTarget[]
  outcome?: LogOutcome
  debugData?: Record<string, unknown>
}

export const INSERT_EVENT = `INSERT INTO log_events (uuid, published, event_type, actor_id, payload) VALUES (?, ?, ?, ?, ?)`

/** Writes events inside the caller's transaction, in order. */
export async function appendEvents(
  statements: Statements,
  act: Act,
  now: string,
  drafts: readonly EventDraft[],
): Promise<void> {
  for (const draft of drafts) await insertEvent(statements, toLogEvent(draft, act, now))
}

/** Writes one finished event. */
export async function insertEvent(statements: Statements, event: LogEvent): Promise<void> {
  const row = [event.uuid, event.published, event.eventType, event.actor.id, JSON.stringify(event)]
  await statements.run(INSERT_EVENT, row)
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
