import type { Policy } from '#contract/policy/policy.ts'
import { policyType } from '#contract/policy/policy-types.ts'
import { api } from '#ui/api/client.ts'
import { type LocatedPolicy, policyApi, policyStep } from '#ui/api/policy-api.ts'
import { switchQuestion, useReviewStore } from '#ui/stores/review.ts'
import { useNamesStore } from '#ui/stores/names.ts'
import { useWorkspaceStore } from '#ui/stores/workspace.ts'
import { copyName, policyBody, ruleBody } from '../write-bodies.ts'
import { useToasts } from '#ui/composables/useToasts.ts'

/** Gives a new policy the rules of another; its own catch-all, where it has one, takes over the actions. */
async function copyRules(fromId: string, to: Policy) {
  const rules = await api.call('listRules', { params: { policyId: fromId } })
  const params = { policyId: to.id }
  for (const rule of rules.filter((one) => !one.system))
    await api.call('createRule', {
      params,
      body: ruleBody(rule, { priority: null }),
      query: { activate: rule.status === 'ACTIVE' ? 'true' : 'false' },
    })
  const source = rules.find((rule) => rule.system)
  const target = (await api.call('listRules', { params })).find((rule) => rule.system)
  if (!source || !target) return
  await api.call('replaceRule', {
    params: { ...params, ruleId: target.id },
    body: ruleBody(target, { actions: source.actions }),
  })
}

async function copyPolicy(policy: Policy): Promise<Policy> {
  if (policy.type === 'ACCESS_POLICY') return api.call('clonePolicy', { params: { policyId: policy.id } })
  const taken = await api.all('listPolicies', { query: { type: policy.type } })
  const name = copyName(
    policy.name,
    taken.map((one) => one.name),
  )
  const priority = policy.system || policyType(policy.type).priorityScheme === 'v2' ? null : policy.priority + 1
  const copy = await api.call('createPolicy', {
    body: policyBody(policy, { name, priority }),
    query: { activate: 'false' },
  })
  await copyRules(policy.id, copy)
  return copy
}

/** Whether a policy can be copied: those of authorization servers cannot. */
export function copies({ type }: Policy): boolean {
  return policyType(type).creatable && policyType(type).parent === 'policies'
}

/** The actions on a whole policy, with toasts; `changed` is called after each change. */
export function usePolicyActions(changed: () => unknown) {
  const notes = useToasts()
  const review = useReviewStore()
  const workspace = useWorkspaceStore()
  const names = useNamesStore()

  const paramsOf = ({ id }: LocatedPolicy) => ({ params: { policyId: id } })
  const toggle = (policy: LocatedPolicy) =>
    notes.toggle(
      policy,
      async (active, reason) => {
        const operation = active ? 'activatePolicy' : 'deactivatePolicy'
        await policyApi(policy.serverId)(operation, { ...paramsOf(policy), reason })
        await changed()
      },
      (active) => {
        const operation = active ? 'activatePolicy' : 'deactivatePolicy'
        const steps = [policyStep(policy.serverId, operation, paramsOf(policy))]
        return review.ask(switchQuestion('policy', policy.name, active, steps))
      },
    )

  /** @returns the copy; undefined when it failed, after a toast */
  async function duplicate(policy: LocatedPolicy) {
    const copy = await notes.attempt(async () => {
      const made = await copyPolicy(policy)
      await changed()
      return made
    })
    if (copy)
      await notes.changed(`${copy.name} was made${copy.status === 'INACTIVE' ? '. It is inactive' : ''}`, copy.id)
    void workspace.refresh()
    return copy
  }

  /** @throws ApiError */
  async function remove(policy: LocatedPolicy, reason: string) {
    await policyApi(policy.serverId)('deletePolicy', { params: { policyId: policy.id }, reason })
    names.forget(policy.id)
    await notes.changed(`${policy.name} was deleted`, policy.id)
    void workspace.refresh()
    await changed()
  }

  return { toggle, duplicate, remove }
}
