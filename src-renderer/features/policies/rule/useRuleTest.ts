import { refDebounced } from '@vueuse/core'
import { computed, reactive } from 'vue'
import type { Rule, RuleWriteInput } from '#contract/policy/policy.ts'
import type { Explanation } from '#contract/policy/simulation.ts'
import { api } from '#ui/api/client.ts'
import { type LocatedPolicy, ruleSteps } from '#ui/api/policy-api.ts'
import { useResource } from '#ui/composables/useResource.ts'
import { isAskable, keyOf, NOTHING, toBody, type SignIn } from '#ui/domain/sign-in.ts'
import type { RuleDraft } from './useRuleDraft.ts'

/** A draft changes with every key; the test follows once it pauses. */
const SETTLE_MS = 400

/**
 * Tries the draft of a rule on one sign-in, as long as `open` says so: what the policies of its type come to now, and with the draft.
 * Nothing is saved.
 */
export function useRuleTest(policy: LocatedPolicy, rule: Rule | null, draft: RuleDraft, open: () => boolean) {
  const signIn = reactive<SignIn>({ ...NOTHING, server: policy.serverId })
  const asked = computed(() => {
    if (!open() || !isAskable(signIn) || draft.problems.value.length > 0 || draft.textProblem.value) return ''
    return `${keyOf(signIn)} ${JSON.stringify(draft.body.value)}`
  })
  const settled = refDebounced(asked, SETTLE_MS)
  const test = useResource(
    async (signal) => {
      if (!settled.value) return null
      const steps = ruleSteps(policy, rule, draft.body.value as unknown as RuleWriteInput)
      const body = { steps, policyTypes: [policy.type], ...toBody(signIn) }
      const { before, after } = await api.call('explainChange', { body, signal })
      return { before, after }
    },
    { watch: settled },
  )
  return { signIn, test, isAsked: computed(() => settled.value !== '') }
}

/** Which rule decides: "by rule “Anywhere”", with its policy where that is another one. */
export function decidedBy({ matched }: Pick<Explanation, 'matched'>, policyId: string): string {
  if (!matched) return ''
  const of = matched.policyId === policyId ? '' : ` of “${matched.policyName}”`
  return `by rule “${matched.ruleName}”${of}`
}
