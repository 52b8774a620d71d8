import { EVERY_ROW } from '#db/change-set.ts'
import { remoteRequests } from '#db/tables/connections.ts'
import type { WriteTransaction } from '#db/transaction.ts'

const remove = (tx: WriteTransaction, which: string, params: readonly (string | number)[]) =>
  tx.write(
    remoteRequests.name,
    EVERY_ROW,
    `DELETE FROM remote_requests WHERE sequence IN (SELECT sequence FROM remote_requests ${which})`,
    params,
  )

/** Removes up to `limit` requests of before a moment. @returns how many */
export function removeRequestsBefore(tx: WriteTransaction, moment: string, limit: number): Promise<number> {
  return remove(tx, 'WHERE time < ? ORDER BY time LIMIT ?', [moment, limit])
}

/** Removes up to `limit` requests beyond so many of the newest. @returns how many */
export function removeRequestsBeyond(tx: WriteTransaction, kept: number, limit: number): Promise<number> {
  return remove(tx, 'ORDER BY sequence DESC LIMIT ? OFFSET ?', [limit, kept])
}
