import { refDebounced } from '@vueuse/core'
import { computed } from 'vue'
import type { RoutingTestRequest } from '#contract/gatehouse/routing-test.ts'
import { api } from '#ui/api/client.ts'
import { useFormErrors } from '#ui/composables/useFormErrors.ts'
import { useQueryState } from '#ui/composables/useQueryState.ts'
import { useResource } from '#ui/composables/useResource.ts'

/** Waits so long for more to be typed. */
const PAUSE_MS = 250

/** The sign-in that is routed, which is in the address, and the service's two answers for it. */
export function useRoutingTest() {
  const login = useQueryState<string>('login', '')
  const ip = useQueryState<string>('ip', '')
  const platform = useQueryState<string>('platform', '')
  const app = useQueryState<string>('app', '')
  const request = computed<RoutingTestRequest>(() => ({
    login: login.value.trim(),
    ...(ip.value.trim() ? { ip: ip.value.trim() } : {}),
    ...(platform.value ? { platform: platform.value as RoutingTestRequest['platform'] } : {}),
    ...(app.value ? { appInstance: app.value } : {}),
  }))
  const asked = refDebounced(
    computed(() => JSON.stringify(request.value)),
    PAUSE_MS,
  )
  const isAsked = computed(() => request.value.login !== '')
  const ask = async <Answer>(call: (body: RoutingTestRequest) => Promise<Answer>) =>
    isAsked.value ? call(request.value) : null
  const test = useResource((signal) => ask((body) => api.call('testRouting', { body, signal })), { watch: asked })
  const people = useResource((signal) => ask((body) => api.call('countRoutedPeople', { body, signal })), {
    watch: asked,
  })
  const { errorOf, unplaced } = useFormErrors(
    test.error,
    ['login', 'ip', 'platform', 'appInstance'],
    () => request.value,
  )
  return { login, ip, platform, app, isAsked, test, people, errorOf, unplaced }
}
