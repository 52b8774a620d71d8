import { onScopeDispose, ref } from 'vue'
import { useRouter } from 'vue-router'
import type { UncoveredRule } from '#contract/gatehouse/policy-test.ts'
import { evaluationOrder } from '#contract/policy/list-order.ts'
import { policyType } from '#contract/policy/policy-types.ts'
import { api } from '#ui/api/client.ts'
import { useToasts } from '#ui/composables/useToasts.ts'
import { fromBody, simulationPath } from '#ui/domain/sign-in.ts'

/** Whether a sign-in can be looked for that a rule decides and no test tries yet. */
export const mayHaveExample = ({ decides, ruleId, policyType: type }: UncoveredRule): boolean =>
  decides === false && ruleId !== null && policyType(type).selection !== 'server'

/** Opens in Simulate a sign-in that a rule decides, to be saved as a test; says so where none is found, or what it needs beside. */
export function useRuleExample() {
  const router = useRouter()
  const notes = useToasts()
  /** The id of the rule that is looked at. */
  const busy = ref<string | null>(null)
  const leaving = new AbortController()
  onScopeDispose(() => leaving.abort())

  /** @returns null where none is found. @throws ApiError */
  async function find({ policyId, ruleId }: UncoveredRule) {
    const { signal } = leaving
    const rules = await api.call('listRules', { params: { policyId }, signal })
    const active = evaluationOrder(rules.filter(({ status }) => status === 'ACTIVE'))
    const place = active.findIndex(({ id }) => id === ruleId)
    if (place < 0) return null
    const conditions = active[place]?.conditions ?? null
    const { example } = await api.call('checkRuleDraft', { body: { policyId, ruleId, place, conditions }, signal })
    return example
  }

  async function open(rule: UncoveredRule) {
    busy.value = rule.ruleId
    const example = await notes.attempt(() => find(rule).catch(ifStillHere))
    busy.value = null
    if (leaving.signal.aborted) return
    if (example === null) notes.info(`No sign-in was found that “${rule.ruleName ?? ''}” decides`)
    if (!example) return
    await router.push(simulationPath(fromBody(example.request), undefined, rule.policyType))
    if (example.needs.length > 0) notes.info(`It decides if ${example.needs.join(' and ')}`)
  }

  /** WHY: who has left the page is not told that what they left was ended. */
  function ifStillHere(error: unknown): undefined {
    if (!leaving.signal.aborted) throw error
  }

  return { busy, open }
}
