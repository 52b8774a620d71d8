import { EMITTED_EVENTS, type EventType } from './event-types.ts'
import type { LogEvent } from './log-event.ts'

/** What an event says beside what follows from its type. */
type EventParts = Omit<
  LogEvent,
  'eventType' | 'version' | 'severity' | 'legacyEventType' | 'displayMessage' | 'debugContext'
> & { eventType: EventType; debugData: Record<string, unknown> }

/** An event that this service leaves, as it is stored and read (spec/3 "LogEvent"). */
export function makeLogEvent(parts: EventParts): LogEvent {
  const { message, severity } = EMITTED_EVENTS[parts.eventType]
  return {
    uuid: parts.uuid,
    published: parts.published,
    eventType: parts.eventType,
    version: '0',
    severity,
    legacyEventType: null,
    displayMessage: message,
    actor: parts.actor,
    client: parts.client,
    device: parts.device,
    request: parts.request,
    outcome: parts.outcome,
    target: parts.target,
    transaction: parts.transaction,
    debugContext: { debugData: parts.debugData },
    authenticationContext: parts.authenticationContext,
    securityContext: parts.securityContext,
  }
}
