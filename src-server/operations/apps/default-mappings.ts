import { KINDS_WITHOUT_DEFAULT_POLICY } from '#contract/apps/catalogue/catalogue.ts'
import { POLICY_TYPES, POLICY_TYPE_NAMES } from '#contract/policy/policy-types.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { newId } from '#db/ids.ts'
import { policyMappings, type PolicyMappingRecord } from '#db/tables/apps.ts'

/** Types whose policy is found through an application. */
const MAPPED_TYPES = POLICY_TYPE_NAMES.filter((type) => POLICY_TYPES[type].selection === 'app')

const unmapped = (among: string) => `
  SELECT a.id AS appId, p.id AS policyId, p.type AS policyType
  FROM apps a JOIN policies p ON p.system = 1 AND p.type IN (SELECT value FROM json_each(?1))
  WHERE ${among} AND (a.system = 0 OR p.type = 'ACCESS_POLICY') AND a.name NOT IN (SELECT value FROM json_each(?2))
    AND NOT EXISTS (SELECT 1 FROM policy_mappings m WHERE m.app_id = a.id AND m.policy_type = p.type)`

/**
 * Gives every application that has no policy of a type that is found through applications the type's default one: a new
 * application, and one whose policy or mapping was deleted, unless its kind gets none (spec/1 "Defaults" 2); no one
 * enrolls in those of the platform. On Classic there is nothing to do.
 * @param appId the only application that can be without one; absent: all are looked at
 * @returns how many mappings were made
 */
export async function mapToDefaults(tx: Tx, appId?: string): Promise<number> {
  const kinds = [JSON.stringify(MAPPED_TYPES), JSON.stringify(KINDS_WITHOUT_DEFAULT_POLICY)]
  const [sql, params] = appId === undefined ? [unmapped('1'), kinds] : [unmapped('a.id = ?3'), [...kinds, appId]]
  const missing = await tx.all<Omit<PolicyMappingRecord, 'id'>>(sql, params)
  for (const mapping of missing) await policyMappings.insert(tx, { id: newId('mapping'), ...mapping })
  return missing.length
}
