import type { ObjectReference } from '#contract/gatehouse/workspace.ts'
import { api } from '#ui/api/client.ts'
import { BELONGS } from '#ui/domain/references.ts'

/** The policies of an authorization server, which go with it. */
export async function policiesOf(id: string, signal?: AbortSignal): Promise<ObjectReference[]> {
  const policies = await api.call('listServerPolicies', { params: { authServerId: id }, signal })
  return policies.map(({ id: policyId, name: policyName, type: policyType, status }) => ({
    ...{ policyId, policyName, policyType, status },
    ...{ ruleId: null, ruleName: null, path: BELONGS },
  }))
}
