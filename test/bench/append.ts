import type { LogEvent } from '#contract/log/log-event.ts'
import { insertEvents } from '#audit-log/append-events.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import { eventMaker, type EventDraft } from '#audit-log/to-log-event.ts'
import type { WriteTransaction } from '#db/transaction.ts'

/** Writes events of one context as a write does. @returns them as they were written */
export async function appendEvents(
  tx: WriteTransaction,
  context: RequestContext,
  now: string,
  drafts: readonly EventDraft[],
): Promise<LogEvent[]> {
  const events = drafts.map(eventMaker({ context, now, zone: null }))
  await insertEvents(tx, events)
  return events
}
