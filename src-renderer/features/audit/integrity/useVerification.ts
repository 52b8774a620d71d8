import { computed } from 'vue'
import { api } from '#ui/api/client.ts'
import { useAction } from '#ui/composables/useAction.ts'
import { useResource } from '#ui/composables/useResource.ts'
import { usePolling } from '#ui/composables/usePolling.ts'

const EVERY_MS = 400

/** The verification of the log: it runs in the service, so that it goes on when the page is left. */
export function useVerification() {
  const verification = useResource((signal) => api.call('getLogVerification', { signal }))
  const running = computed(() => verification.data.value?.state === 'RUNNING')
  usePolling(verification.reload, EVERY_MS, running)

  const starting = useAction(async () => {
    verification.data.value = await api.call('startLogVerification')
  })
  const cancelling = useAction(async () => {
    await api.call('cancelLogVerification')
    await verification.reload()
  })
  return { verification, running, starting, cancelling }
}
