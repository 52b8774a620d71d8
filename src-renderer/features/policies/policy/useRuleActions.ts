import type { Rule } from '#contract/policy/policy.ts'
import { type LocatedPolicy, policyApi, policyStep } from '#ui/api/policy-api.ts'
import { copyName, ruleBody } from '../write-bodies.ts'
import { switchQuestion, useReviewStore } from '#ui/stores/review.ts'
import { useToasts } from '#ui/composables/useToasts.ts'

/** The actions on a rule in its row, with toasts; `changed` is called after each change. */
export function useRuleActions(
  policy: () => LocatedPolicy,
  rules: () => readonly Rule[],
  changed: () => Promise<unknown>,
) {
  const notes = useToasts()
  const review = useReviewStore()
  const call = () => policyApi(policy().serverId)
  const paramsOf = (rule: Rule) => ({ policyId: policy().id, ruleId: rule.id })

  const toggle = (rule: Rule) =>
    notes.toggle(
      rule,
      async (active, reason) => {
        await call()(active ? 'activateRule' : 'deactivateRule', { params: paramsOf(rule), reason })
        await changed()
      },
      (active) => {
        const operation = active ? 'activateRule' : 'deactivateRule'
        const steps = [policyStep(policy().serverId, operation, { params: paramsOf(rule) })]
        return review.ask(switchQuestion('rule', rule.name, active, steps))
      },
    )

  /** Makes an inactive copy just below. */
  const duplicate = (rule: Rule) =>
    notes.attempt(async () => {
      const taken = rules().map((one) => one.name)
      const copy = await call()('createRule', {
        params: { policyId: policy().id },
        body: ruleBody(rule, {
          name: copyName(rule.name, taken),
          priority: rule.system ? null : rule.priority + 1,
          status: 'INACTIVE',
        }),
      })
      await changed()
      await notes.changed(`${copy.name} was added. It is inactive`, copy.id)
    })

  /** @throws ApiError */
  async function remove(rule: Rule, reason: string) {
    await call()('deleteRule', { params: paramsOf(rule), reason })
    await changed()
    await notes.changed(`${rule.name} was deleted`, rule.id)
  }

  return { toggle, duplicate, remove }
}
