import { changeDetails, policyTarget } from '#contract/log/targets.ts'
import type { EnrollmentSettings } from '#contract/policy/settings.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { policies } from '#db/tables/policies.ts'
import type { PolicyResourceRecord } from '#db/tables/policy-resources.ts'

/**
 * An app of one's own that becomes active joins the default enrollment policy as optional, as the authenticators of a new organization
 * are in it (spec/6 21); it is in use from then on, until that policy does not allow it any more.
 *
 * Judgements where nothing is recorded: authenticators of other keys do not join, and one that the policy names stays as that says.
 */
export async function joinDefaultEnrollment(
  tx: Tx,
  { kind, key, id }: Pick<PolicyResourceRecord, 'kind' | 'key' | 'id'>,
): Promise<void> {
  if (kind !== 'authenticator' || key !== 'custom_app') return
  const policy = await policies.findOne(tx, { where: { type: 'MFA_ENROLL', system: true } })
  const settings = policy?.settings as EnrollmentSettings | null | undefined
  if (!policy || settings?.type !== 'AUTHENTICATORS') return
  const { authenticators = [] } = settings
  if (authenticators.some((entry) => entry.key === key && entry.id === id)) return
  const joined = [...authenticators, { key, id, enroll: { self: 'OPTIONAL' } }]
  const after = { settings: { ...settings, authenticators: joined } }
  await policies.update(tx, policy, { ...after, lastUpdated: tx.now })
  const details = changeDetails({ settings }, after)
  tx.record({ type: 'policy.lifecycle.update', targets: [policyTarget(policy, details)] })
}
