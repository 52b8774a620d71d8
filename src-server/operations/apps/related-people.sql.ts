import type { Reader } from '#audit-log/transaction.ts'
import { apps, type AppRecord } from '#db/tables/apps.ts'

/** Active applications that the caller may see, by name or id, in the order of their ids. */
export function visibleAppsNamed(reader: Reader, names: readonly string[], limit: number): Promise<AppRecord[]> {
  const tail = `WHERE ${reader.visible('read', 'app').condition} AND status = 'ACTIVE'
    AND (id IN (SELECT value FROM json_each(?1)) OR name IN (SELECT value FROM json_each(?1))) ORDER BY id LIMIT ?2`
  return apps.all(reader, tail, [JSON.stringify(names), limit])
}
