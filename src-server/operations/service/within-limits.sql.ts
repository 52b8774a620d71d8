import type { LimitedKind } from '#contract/interface/permissions.ts'
import { reached, type Reach } from '#audit-log/reached.sql.ts'
import type { Reader } from '#db/connection.ts'

/** Whether an object is within a reach. */
export async function isReached(
  reader: Pick<Reader, 'first'>,
  kind: LimitedKind,
  id: string,
  reach: Reach,
): Promise<boolean> {
  return (await reader.first(`SELECT 1 WHERE ${reached(kind, '?1', reach)}`, [id])) !== undefined
}
