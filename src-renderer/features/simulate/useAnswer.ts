import { computed } from 'vue'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { api } from '#ui/api/client.ts'
import { useResource } from '#ui/composables/useResource.ts'
import { isAskable, keyOf, toBody, type SignIn } from '#ui/domain/sign-in.ts'
import { placeErrors } from './fields.ts'

/**
 * The service's answer for one sign-in. It is requested again when the sign-in or the types change; a pending request is
 * aborted. `shown` is null while no person is given or no answer has arrived; `errors` maps an error to its inputs.
 */
export function useAnswer(signIn: () => SignIn | null, types: () => readonly PolicyType[]) {
  const asked = computed(() => {
    const given = signIn()
    return given && isAskable(given) ? given : null
  })
  const answer = useResource(
    async (signal) => {
      const question = asked.value
      if (!question) return null
      const body = { policyTypes: [...types()], ...toBody(question) }
      return { question, ...(await api.call('explainPolicies', { body, signal })) }
    },
    { watch: () => (asked.value ? `${keyOf(asked.value)} ${types().join(',')}` : '') },
  )
  const shown = computed(() => (asked.value && answer.data.value) || null)
  const failed = computed(() => (asked.value ? answer.error.value : null))
  const errors = computed(() => placeErrors(failed.value, asked.value ?? signIn()))
  return { asked, shown, failed, errors, loading: answer.loading, reload: answer.reload }
}
export type Answer = ReturnType<typeof useAnswer>
