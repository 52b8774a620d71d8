import type { Tx } from '#audit-log/transaction.ts'
import { setChange, type PolicySet, type SetChange } from '#policy/index.ts'
import type { Service } from '../service/service.ts'
import { refreshSnapshot } from '../snapshot/snapshot.ts'

/** What decides, before a transaction and as it has become in it. */
export interface States {
  readonly before: PolicySet
  /** Reads what has changed so far. */
  readonly now: () => Promise<PolicySet>
}

/** The states of a transaction that tries something. */
export async function statesIn(service: Service, tx: Tx): Promise<States> {
  const snapshot = await service.snapshot()
  return { before: snapshot.set, now: async () => (await refreshSnapshot(tx, snapshot, tx.changes)).set }
}

/** What leads from one state to another. */
export const changeBetween = (before: PolicySet, after: PolicySet): SetChange => setChange(before, after)
