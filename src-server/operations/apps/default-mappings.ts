import { KINDS_WITHOUT_DEFAULT_POLICY } from '#contract/apps/catalogue/catalogue.ts'
import { POLICY_TYPES, POLICY_TYPE_NAMES } from '#contract/policy/policy-types.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { policyMappings } from '#db/tables/apps.ts'
import { missingMappings } from './default-mappings.sql.ts'

/** Types whose policy is found through an application. */
const MAPPED_TYPES = POLICY_TYPE_NAMES.filter((type) => POLICY_TYPES[type].selection === 'app')

/**
 * Gives every application that has no policy of a type that is found through applications the type's default one: a new
 * application, and one whose policy or mapping was deleted, unless its kind gets none (spec/1 "Defaults" 2); no one
 * enrolls in those of the platform. On Classic there is nothing to do.
 * @param appId the only application that can be without one; absent: all are looked at
 * @returns how many mappings were made
 */
export async function mapToDefaults(tx: Tx, appId?: string): Promise<number> {
  const missing = await missingMappings(tx, MAPPED_TYPES, KINDS_WITHOUT_DEFAULT_POLICY, appId)
  for (const mapping of missing) await policyMappings.insert(tx, { id: tx.newId('mapping'), ...mapping })
  return missing.length
}
