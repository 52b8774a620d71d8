import { ApiError } from '#contract/interface/api-error.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { apps, policyMappings } from '#db/tables/apps.ts'
import { objectVersions, type ObjectVersionRow } from '#db/tables/object-versions.ts'
import { policyRules } from '#db/tables/policies.ts'
import type { VersionBodies } from '#db/versioned-kinds.ts'
import { mapApplication } from '../../policies/mappings.ts'
import { createRule, replaceRule } from '../../policies/write-rule.ts'
import { ruleRequest } from './restore-rule.ts'
import { isOtherContent } from './stored-body.ts'

/** The last bodies of what the file removed together with a policy. @param deletion of the policy */
export async function deletedWith<Kind extends 'rule' | 'mapping'>(
  tx: Tx,
  { objectId, transactionId, changedAt }: ObjectVersionRow,
  kind: Kind,
): Promise<VersionBodies[Kind][]> {
  const tail = `AS last WHERE kind = ? AND parent_id = ? AND body IS NOT NULL AND EXISTS (
      SELECT 1 FROM object_versions AS next WHERE next.kind = last.kind AND next.object_id = last.object_id
        AND next.version = last.version + 1 AND next.action = 'deleted'
        AND next.transaction_id = ? AND next.changed_at = ?)
    ORDER BY body ->> 'priority', id`
  const rows = await objectVersions.all(tx, tail, [kind, objectId, transactionId, changedAt])
  // WHY the cast: the kind in the row says which body it has.
  return rows.map(({ body }) => body as unknown as VersionBodies[Kind])
}

/** Makes the rules again, in their order; the default rule came with the policy. @throws ApiError naming the rule */
export async function restoreRules(tx: Tx, policyId: string, rules: readonly VersionBodies['rule'][]): Promise<void> {
  for (const rule of rules)
    try {
      if (!rule.system) await createRule(tx, policyId, ruleRequest(rule), true, rule.id)
      else await restoreDefaultRule(tx, policyId, rule)
    } catch (error) {
      throw error instanceof ApiError ? inRule(rule.name, error) : error
    }
}

async function restoreDefaultRule(tx: Tx, policyId: string, rule: VersionBodies['rule']): Promise<void> {
  const { name, actions } = await policyRules.require(tx, rule.id)
  if (isOtherContent({ name, actions }, { name: rule.name, actions: rule.actions }))
    await replaceRule(tx, policyId, rule.id, ruleRequest(rule))
}

function inRule(name: string, { code, status, causes, message }: ApiError): ApiError {
  const at = (text: string) => `rule “${name}”: ${text}`
  const told = causes.length ? causes : [{ errorSummary: message }]
  return new ApiError(code, {
    status,
    values: { subject: `rule “${name}”` },
    causes: told.map((cause) => ({ ...cause, errorSummary: at(cause.errorSummary) })),
  })
}

/** Maps applications to the policy again that have fallen back to a default one; others have been given another since. */
export async function restoreMappings(tx: Tx, mappings: readonly VersionBodies['mapping'][]): Promise<void> {
  for (const { id, appId, policyId, policyType } of mappings) {
    const app = await apps.get(tx, appId)
    const isDefault = `app_id = ? AND policy_type = ? AND policy_id NOT IN (SELECT id FROM policies WHERE system = 1)`
    if (!app || app.system || (await policyMappings.existsBySql(tx, isDefault, [appId, policyType]))) continue
    await mapApplication(tx, appId, policyId, id)
  }
}
