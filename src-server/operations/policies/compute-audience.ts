import type { PolicyAudience, WorkspaceFinding } from '#contract/gatehouse/workspace.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { Service } from '../service/service.ts'
import { missingPolicy } from '../snapshot/read-policies.ts'
import type { RuleDraft as EditedRule, RuleDraftFindings } from '#contract/gatehouse/rule-draft.ts'
import type { DraftAudience, RuleDraft } from './draft-audience.ts'

/** Whom each policy of a type, or one of them, reaches; by its own conditions, or through the applications mapped to it. */
export async function listPolicyAudiences(
  service: Service,
  type: PolicyType,
  policyId?: string,
): Promise<PolicyAudience[]> {
  const audiences = await service.workers.run('policyAudiences', { engine: service.engine(), type, policyId })
  return service.reader.visible('read', 'policy').of(audiences)
}

/**
 * How many people a draft of a rule's conditions can reach, inside what its policy admits; and a few of them.
 * @throws ApiError E0000007 for the policy
 */
export async function computeAudience(service: Service, draft: RuleDraft): Promise<DraftAudience> {
  const audience = await service.workers.run('draftAudience', {
    engine: service.engine(),
    now: service.clock(),
    ...draft,
  })
  return audience ?? missingPolicy(draft.policyId)
}

/**
 * Whether a draft of a rule can apply, and which rules could not apply any more.
 * @throws ApiError E0000007 for the policy
 */
export async function checkRuleDraft(service: Service, draft: EditedRule): Promise<RuleDraftFindings> {
  const found = await service.workers.run('ruleDraftFindings', { engine: service.engine(), draft })
  return found ?? missingPolicy(draft.policyId)
}

/** What is wrong in policies and rules, or with whom they reach, in no order. */
export async function listPolicyFindings(service: Service): Promise<WorkspaceFinding[]> {
  const findings = await service.workers.run('findings', { engine: service.engine() })
  return service.reader.visible('read', 'policy').of(findings)
}
