import { isHookEligible } from '../../contract/event-types.ts'
import type { HookEvents } from '../../contract/event-hook.ts'
import type { LogEvent } from '../../contract/log-event.ts'
import { insertMany } from '../../db/bulk.ts'
import type { Statements } from '../../db/statements.ts'
import { compile, parse, test } from '../../expression/index.ts'

/** Queues events for the hooks that hear of them, in the transaction that writes the events. */
export interface Outbox {
  /** Writes the rows for some events inside the caller's transaction. */
  queue(statements: Statements, events: readonly LogEvent[]): Promise<void>
  /** Told after each commit, with the events that it wrote. */
  committed(events: readonly LogEvent[]): void
  /** A person changed something that may help: whoever delivers tries now, also where a hook rests after failures. */
  wake(hookIds: readonly string[]): void
  /** Who delivers; one at a time, null for nobody. */
  onWake(listener: WakeListener | null): void
}

/** @param byHand whether a person's act is the reason, and not an event that was queued */
export type WakeListener = (hookIds: readonly string[], byHand: boolean) => void

/** A hook's interest in one type of event. */
interface Subscription {
  hookId: string
  matches: (event: LogEvent) => boolean
}
type Subscriptions = ReadonlyMap<string, readonly Subscription[]>

/** WHY it remembers: nearly every write asks, and hooks seldom change. */
export function createOutbox(): Outbox {
  let subscriptions: Subscriptions | null = null
  let queued: readonly string[] = []
  let listener: WakeListener | null = null

  return {
    // INVARIANT: writes run one at a time, so that what is queued here belongs to the next commit or to none.
    async queue(statements, events) {
      queued = []
      const eligible = events.filter(({ eventType }) => isHookEligible(eventType))
      if (eligible.length === 0) return
      const current = (subscriptions ??= await loadSubscriptions(statements))
      const rows = eligible.flatMap((event) =>
        (current.get(event.eventType) ?? [])
          .filter(({ matches }) => matches(event))
          .map(({ hookId }) => [hookId, event.uuid] as const),
      )
      if (rows.length === 0) return
      await insertMany(statements, 'hook_outbox', ['hook_id', 'event_uuid'], rows)
      queued = [...new Set(rows.map(([hookId]) => hookId))]
    },
    committed(events) {
      if (events.some(({ eventType }) => changesHooks(eventType))) subscriptions = null
      if (queued.length) listener?.(queued, false)
      queued = []
    },
    wake: (hookIds) => listener?.(hookIds, true),
    onWake(next) {
      listener = next
    },
  }
}

/** Events about hooks are never eligible themselves (spec/4 §3.3), so no write reads hooks that it is about to change. */
function changesHooks(eventType: string): boolean {
  return eventType.startsWith('event_hook.') && eventType !== 'event_hook.delivery'
}

/** By type of event: the hooks that are active, verified and subscribed. */
async function loadSubscriptions(statements: Statements): Promise<Subscriptions> {
  const sql = `SELECT id, events FROM event_hooks
    WHERE status = 'ACTIVE' AND verification_status = 'VERIFIED' ORDER BY id`
  const byType = new Map<string, Subscription[]>()
  for (const { id, events } of await statements.all<{ id: string; events: string }>(sql)) {
    const { items, filter } = JSON.parse(events) as HookEvents
    for (const type of items) {
      const condition = filter?.eventFilterMap.find(({ event }) => event === type)?.condition.expression
      const matches = condition === undefined ? () => true : matcherOf(condition)
      byType.set(type, [...(byType.get(type) ?? []), { hookId: id, matches }])
    }
  }
  return byType
}

/** A filter that cannot be decided, as when the event lacks what it asks for, lets nothing through. */
function matcherOf(expression: string): (event: LogEvent) => boolean {
  const parsed = parse(expression, 'event-filter')
  if (!parsed.ok) return () => false
  const compiled = compile(parsed.expression)
  return (event) => test(compiled, { now: Date.parse(event.published), event }) === 'MATCH'
}
