import type { LogEvent } from '#contract/log/log-event.ts'
import type { ChangeSet } from '#db/change-set.ts'
import type { WriteTransaction } from '#db/transaction.ts'

/** Queues events for the hooks that subscribe to them, in the transaction that writes the events. */
export interface Outbox {
  /** Writes the rows for some events inside the caller's transaction. */
  queue(tx: WriteTransaction, events: readonly LogEvent[]): Promise<void>
  /** Called after each commit. */
  committed(changes: ChangeSet): void
  /** A person changed something that may help: the worker tries now, also where a hook waits after failures. */
  trigger(hookIds: readonly string[]): void
  /** Who delivers; one at a time, null for none. */
  onTrigger(listener: TriggerListener | null): void
}

/** @param options.manual whether a person is the reason, and not an event that was queued */
export type TriggerListener = (hookIds: readonly string[], options: { manual: boolean }) => void
