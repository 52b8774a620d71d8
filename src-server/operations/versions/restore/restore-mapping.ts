import { invalid } from '#contract/interface/api-error.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { apps } from '#db/tables/apps.ts'
import { policies } from '#db/tables/policies.ts'
import { mapApplication } from '../../policies/mappings.ts'
import type { Restoring } from './restoring.ts'

/** Gives an application the policy that it had. */
export async function restoreMapping(tx: Tx, { to }: Pick<Restoring<'mapping'>, 'to'>): Promise<void> {
  const { id, appId, policyId } = to
  if (!(await policies.get(tx, policyId))) throw invalid('policyId', 'the policy of this mapping no longer exists')
  if (!(await apps.get(tx, appId))) throw invalid('resourceId', 'the application of this mapping no longer exists')
  await mapApplication(tx, appId, policyId, id)
}
