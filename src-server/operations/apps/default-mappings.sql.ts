import type { Tx } from '#audit-log/transaction.ts'
import type { PolicyMappingRecord } from '#db/tables/apps.ts'

/**
 * The default policies of some types that applications lack because they have none of the type.
 * @param kindsWithout names of applications that get none
 * @param appId the only application that is looked at; absent: all
 */
export function missingMappings(
  tx: Tx,
  types: readonly string[],
  kindsWithout: readonly string[],
  appId?: string,
): Promise<Omit<PolicyMappingRecord, 'id'>[]> {
  const sql = `SELECT a.id AS appId, p.id AS policyId, p.type AS policyType
    FROM apps a JOIN policies p ON p.system = 1 AND p.type IN (SELECT value FROM json_each(?1))
    WHERE ${appId === undefined ? '1' : 'a.id = ?3'} AND (a.system = 0 OR p.type = 'ACCESS_POLICY')
      AND a.name NOT IN (SELECT value FROM json_each(?2))
      AND NOT EXISTS (SELECT 1 FROM policy_mappings m WHERE m.app_id = a.id AND m.policy_type = p.type)`
  const kinds = [JSON.stringify(types), JSON.stringify(kindsWithout)]
  return tx.all(sql, appId === undefined ? kinds : [...kinds, appId])
}
