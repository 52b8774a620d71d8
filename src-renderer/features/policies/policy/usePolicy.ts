import { canonical } from '#contract/interface/canonical.ts'
import type { Rule } from '#contract/policy/policy.ts'
import { api } from '#ui/api/client.ts'
import { findPolicy, listPoliciesOf, type LocatedPolicy, policyApi } from '#ui/api/policy-api.ts'
import { useResource } from '#ui/composables/useResource.ts'
import { useNamesStore } from '#ui/stores/names.ts'
import { isOrdered } from '../list/usePolicies.ts'
import { evaluationOrder } from '#contract/policy/list-order.ts'

/** A policy with what its page shows of it. */
export interface PolicyDetails {
  policy: LocatedPolicy
  /** In evaluation order. */
  rules: Rule[]
  /** Policies among which the order counts, to tell the place; none where it does not. */
  siblings: LocatedPolicy[]
}

/** A reloaded rule that reuses the parts that are unchanged, so that their sentences are not built again. */
function sameParts(rule: Rule, before: Rule | undefined): Rule {
  if (!before) return rule
  const conditions = canonical(rule.conditions) === canonical(before.conditions) ? before.conditions : rule.conditions
  const actions = canonical(rule.actions) === canonical(before.actions) ? before.actions : rule.actions
  return { ...rule, conditions, actions }
}

/**
 * Reads a policy, its rules and its siblings, which tell its place; and then its audience, which in a large organization takes much
 * longer to count.
 * @param at id or alias of the policy's authorization server, where the address names one
 */
export function usePolicy(policyId: string, at: string | null) {
  const names = useNamesStore()
  let server = at
  let before: ReadonlyMap<string, Rule> = new Map()
  const file = useResource<PolicyDetails>(async (signal) => {
    const policy = await findPolicy(policyId, signal, server)
    server = policy.serverId
    const [rules, siblings] = await Promise.all([
      policyApi(server)('listRules', { params: { policyId }, signal }),
      isOrdered(policy.type) ? listPoliciesOf(policy.type, server ?? '', signal) : [],
    ])
    const kept = rules.map((rule) => sameParts(rule, before.get(rule.id)))
    before = new Map(kept.map((rule) => [rule.id, rule]))
    names.learn({ id: policy.id, name: policy.name })
    return {
      policy,
      rules: evaluationOrder(kept),
      siblings: evaluationOrder(siblings),
    }
  })
  const audience = useResource(
    async (signal) => {
      const type = file.data.value?.policy.type
      if (!type) return undefined
      const [found] = await api.call('listPolicyAudiences', { query: { type, policyId }, signal })
      return found
    },
    { watch: file.data, immediate: false },
  )
  return { ...file, audience }
}
