import type { Tx } from '#audit-log/transaction.ts'
import { groupRules } from '#db/tables/group-rules.ts'
import type { JobInputs } from '../../jobs/job-inputs.ts'
import { setGroupRuleStatus } from './group-rules.ts'

/**
 * Gives up applying rules: those that were being activated are inactive again, so that none is active without having been held against
 * everybody. Whom they had put into groups by then stays, as after any deactivation.
 */
export async function cancelGroupRules(tx: Tx, { touched }: JobInputs['groupRules']): Promise<void> {
  for (const id of touched) {
    const rule = await groupRules.get(tx, id)
    if (rule?.status === 'ACTIVE') await setGroupRuleStatus(tx, id, 'INACTIVE')
  }
}
