import type { LogEvent } from '#contract/log/log-event.ts'
import { actorOf, systemContext } from '#audit-log/request-context.ts'
import type { SetupTx, Tx } from '#audit-log/transaction.ts'
import { appendBaselines, appendVersions, type VersionStamp } from '#db/append-versions.ts'

/** Writes the versions that a transaction makes, by its events, which name who, why and what. */
export function recordVersions(tx: Tx, events: readonly LogEvent[]): Promise<void> {
  const eventOf = new Map<string, string>()
  for (const { uuid, target } of events) for (const { id } of target ?? []) if (!eventOf.has(id)) eventOf.set(id, uuid)
  return appendVersions(tx, { ...stampOf(tx, tx.context), eventOf, eventUuid: events[0]?.uuid ?? null })
}

/** Writes the first versions of a workspace that was just made; that leaves no events. */
export function recordFirstVersions(tx: SetupTx): Promise<void> {
  return appendBaselines(tx, { ...stampOf(tx, systemContext()), eventOf: new Map(), eventUuid: null })
}

function stampOf({ now }: SetupTx, { principal, transaction, changeReason }: Tx['context']) {
  const { id, type, displayName } = actorOf(principal)
  const stamp = { now, actor: { id, type, displayName }, transactionId: transaction.id, reason: changeReason }
  return stamp satisfies Omit<VersionStamp, 'eventOf' | 'eventUuid'>
}
