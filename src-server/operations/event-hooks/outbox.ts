import { isHookEligible } from '#contract/log/event-types.ts'
import type { LogEvent } from '#contract/log/log-event.ts'
import { insertMany } from '#db/bulk.ts'
import type { Reader } from '#db/connection.ts'
import { eventHooks } from '#db/tables/event-hooks.ts'
import { compile, parse, test } from '#expression/index.ts'
import type { Outbox, TriggerListener } from '../service/outbox.ts'

/** Goes to the hook that it is about, and to no other. */
export const TEST_EVENT = 'gatehouse.event_hook.test'

/** A hook's interest in one type of event. */
interface Subscription {
  hookId: string
  matches: (event: LogEvent) => boolean
}
type Subscriptions = ReadonlyMap<string, readonly Subscription[]>

/** WHY subscriptions are cached: nearly every write asks, and hooks seldom change. */
export function createOutbox(): Outbox {
  let subscriptions: Subscriptions | null = null
  let queued: readonly string[] = []
  let listener: TriggerListener | null = null

  return {
    // INVARIANT: writes run one at a time, so that the rows queued here belong to the next commit or to none. Events about hooks are
    // never eligible themselves (spec/4 §3.3), so no write reads hooks that it is about to change; a test changes none.
    async queue(tx, events) {
      queued = []
      const heard = events.filter(({ eventType }) => eventType === TEST_EVENT || isHookEligible(eventType))
      if (heard.length === 0) return
      const current = (subscriptions ??= await loadSubscriptions(tx))
      const rows = heard.flatMap((event) => hooksFor(event, current).map((hookId) => [hookId, event.uuid] as const))
      if (rows.length === 0) return
      await insertMany(tx, 'hook_outbox', ['hook_id', 'event_uuid'], rows)
      queued = [...new Set(rows.map(([hookId]) => hookId))]
    },
    committed(changes) {
      if (changes.touches(eventHooks)) subscriptions = null
      if (queued.length) listener?.(queued, { manual: false })
      queued = []
    },
    trigger: (hookIds) => listener?.(hookIds, { manual: true }),
    onTrigger(next) {
      listener = next
    },
  }
}

/** Of a draft, whose events are told to no hook. */
export const closedOutbox: Outbox = {
  queue: () => Promise.resolve(),
  committed: () => {},
  trigger: () => {},
  onTrigger: () => {},
}

function hooksFor(event: LogEvent, subscriptions: Subscriptions): string[] {
  if (event.eventType === TEST_EVENT)
    return event.outcome.result === 'SUCCESS' ? (event.target ?? []).map(({ id }) => id) : []
  return (subscriptions.get(event.eventType) ?? []).filter(({ matches }) => matches(event)).map(({ hookId }) => hookId)
}

/** By type of event: the hooks that are active, verified and subscribed. */
async function loadSubscriptions(reader: Reader): Promise<Subscriptions> {
  const hooks = await eventHooks.findAll(reader, {
    where: { status: 'ACTIVE', verificationStatus: 'VERIFIED' },
    order: ['id'],
  })
  const byType = new Map<string, Subscription[]>()
  for (const { id, events } of hooks) {
    const { items, filter } = events
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
