import { failed, targetOf } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { connections } from '#db/tables/connections.ts'

/** Notes that a connection was tested. @param problem why it does not work; null where it does */
export async function recordTest(tx: Tx, id: string, problem: string | null): Promise<void> {
  const connection = await connections.require(tx, id)
  const targets = [targetOf('connection', connection)]
  tx.authorize('gatehouse.connection.test', targets)
  const outcome = problem === null ? undefined : failed(problem)
  tx.record({ type: 'gatehouse.connection.test', targets, outcome })
}
