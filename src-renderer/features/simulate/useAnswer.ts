import { computed } from 'vue'
import type { PolicyType } from '../../../src-server/contract/policy-types.ts'
import { api } from '../../api/client.ts'
import { useResource } from '../../composables/useResource.ts'
import { isAskable, keyOf, toBody, type SignIn } from './context.ts'
import { placeErrors } from './fields.ts'

/**
 * The service's answer about one sign-in, asked anew when it or the types change; a question under way is given up.
 * `shown` is null while nobody is given or nothing has come yet; `errors` tells a refusal by the input it belongs to.
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
