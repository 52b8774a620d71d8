import type { LogConcern } from '#contract/log/log-concern.ts'
import { failed } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'

/** The event of a concern that was found. */
export function concernEvent({ kind, message }: LogConcern): Parameters<Tx['record']>[0] {
  return {
    type: 'gatehouse.log.concern.find',
    targets: [],
    outcome: failed(message),
    debugData: { concern: kind, message },
  }
}
