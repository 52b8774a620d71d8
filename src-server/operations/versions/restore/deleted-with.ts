import { ApiError } from '#contract/interface/api-error.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { apps } from '#db/tables/apps.ts'
import type { ObjectVersionRow } from '#db/tables/object-versions.ts'
import { policyRules } from '#db/tables/policies.ts'
import type { VersionBodies } from '#db/versioned-kinds.ts'
import { mapApplication } from '../../policies/mappings.ts'
import { createRule, replaceRule } from '../../policies/write-rule.ts'
import { hasOwnPolicy, lastOfDeleted } from './removed-together.sql.ts'
import { ruleRequest } from './restore-rule.ts'
import { isOtherContent } from './stored-body.ts'

/** The last bodies of what the file removed together with a policy. @param deletion of the policy */
export async function deletedWith<Kind extends 'rule' | 'mapping'>(
  tx: Tx,
  deletion: ObjectVersionRow,
  kind: Kind,
): Promise<VersionBodies[Kind][]> {
  const rows = await lastOfDeleted(tx, kind, deletion.objectId, deletion)
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
    if (!app || app.system || (await hasOwnPolicy(tx, { appId, policyType }))) continue
    await mapApplication(tx, appId, policyId, id)
  }
}
