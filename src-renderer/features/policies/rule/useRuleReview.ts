import { computed, ref } from 'vue'
import type { Rule, RuleWriteInput } from '#contract/policy/policy.ts'
import { type LocatedPolicy, ruleSteps } from '#ui/api/policy-api.ts'
import { useReview } from '#ui/resource/review/useReview.ts'
import type { RuleDraft } from './useRuleDraft.ts'

/** The review of a rule's draft: of what decides now, or begins to, it is seen before it is saved. @param rule null: a new one */
export function useRuleReview(policy: LocatedPolicy, rule: Rule | null, draft: RuleDraft) {
  /** Whether it is shown. */
  const reviewing = ref(false)
  /** Whether it is worked out before it is known if it is shown. */
  const checking = ref(false)
  const decides = computed(() => [rule?.status, draft.get('status')].includes('ACTIVE'))
  const review = useReview(() => ruleSteps(policy, rule, draft.body.value as unknown as RuleWriteInput))

  /** Shows it where it has to be seen: of a change always, of a new rule where it affects anyone. @returns whether it is shown */
  async function opens(): Promise<boolean> {
    if (!decides.value || reviewing.value) return reviewing.value
    if (rule) {
      reviewing.value = draft.changes.value.length > 0
      if (reviewing.value) void review.start()
    } else if (policy.status === 'ACTIVE') {
      checking.value = true
      const told = await review.start()
      checking.value = false
      reviewing.value = (told?.affected ?? 0) > 0
    }
    return reviewing.value
  }

  return { reviewing, checking, state: review.state, opens }
}
