import type { Reader } from '#db/connection.ts'
import { objectVersions, type ObjectVersionRow } from '#db/tables/object-versions.ts'

/** The change that deleted an object. */
type Change = Pick<ObjectVersionRow, 'transactionId' | 'changedAt'>

/** Holds for a version `last` whose object was deleted next, by the change of the next two params. */
const DELETED_NEXT = `EXISTS (
    SELECT 1 FROM object_versions AS next WHERE next.kind = last.kind AND next.object_id = last.object_id
      AND next.version = last.version + 1 AND next.action = 'deleted'
      AND next.transaction_id = ? AND next.changed_at = ?)`

/** The last versions of the parts of an object that a change deleted with it, by priority. */
export function lastOfDeleted(
  reader: Reader,
  kind: 'rule' | 'mapping',
  parentId: string,
  { transactionId, changedAt }: Change,
): Promise<ObjectVersionRow[]> {
  const tail = `AS last WHERE kind = ? AND parent_id = ? AND body IS NOT NULL AND ${DELETED_NEXT}
    ORDER BY body ->> 'priority', id`
  return objectVersions.all(reader, tail, [kind, parentId, transactionId, changedAt])
}

/** The last version of the mapping of an application that a change deleted. */
export function lastOfDeletedMapping(
  reader: Reader,
  { appId, policyType }: { appId: string; policyType: string },
  { transactionId, changedAt }: Change,
): Promise<ObjectVersionRow | undefined> {
  const tail = `AS last WHERE kind = 'mapping' AND body ->> 'appId' = ? AND body ->> 'policyType' = ? AND ${DELETED_NEXT}
    ORDER BY id DESC`
  return objectVersions.first(reader, tail, [appId, policyType, transactionId, changedAt])
}

/** Whether an application has a non-default policy of a type. */
export async function hasOwnPolicy(
  reader: Reader,
  { appId, policyType }: { appId: string; policyType: string },
): Promise<boolean> {
  const sql = `SELECT 1 FROM policy_mappings WHERE app_id = ? AND policy_type = ?
    AND policy_id NOT IN (SELECT id FROM policies WHERE system = 1) LIMIT 1`
  return (await reader.first(sql, [appId, policyType])) !== undefined
}
