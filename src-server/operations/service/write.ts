import type { LogEvent } from '#contract/log/log-event.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import type { ChangeSet } from '#db/change-set.ts'

/** Called after a commit, before the next write begins: only to wake workers and to drop caches. */
export type CommitListener = (changes: ChangeSet, events: readonly LogEvent[]) => void

/** Runs a use case in a transaction of its own, with its audit events and the rows that queue them for hooks. */
export type Write = <T>(context: RequestContext, work: (tx: Tx) => Promise<T>) => Promise<T>
