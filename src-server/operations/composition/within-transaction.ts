import type { Tx } from '#audit-log/transaction.ts'
import { requireApp } from '../snapshot/apps.sql.ts'
import type { Service } from '../service/service.ts'
import { refreshSnapshot, type Snapshot } from '../snapshot/snapshot.ts'

/** A service as a transaction that is under way sees it. */
interface Within {
  readonly service: Service
  /** Has what was kept be read again, once the transaction has written. */
  forget(): void
}

/** The service with what it keeps of the last commit read from a transaction instead: policies and all else that decides, and applications. */
export function withinTransaction(service: Service, tx: Tx): Within {
  let kept: Promise<Snapshot> | null = null
  const read = async () => refreshSnapshot(tx, await service.snapshot(), tx.changes)
  return {
    service: {
      ...service,
      reader: tx,
      snapshot: () => (kept ??= read()),
      apps: { get: (id) => requireApp(tx, id) },
    },
    forget: () => void (kept = null),
  }
}
