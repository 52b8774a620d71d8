import { shallowRef } from 'vue'
import type { ReceivedRequest } from '#contract/hooks/event-hook.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { api } from '#ui/api/client.ts'
import { useResource } from '#ui/composables/useResource.ts'
import { usePolling } from '#ui/composables/usePolling.ts'

const EVERY_MS = 1_000

/** What the built-in receiver got, the newest first, and its address; only what is new is read, again and again. */
export function useReceiver() {
  const requests = shallowRef<ReceivedRequest[]>([])
  let known: string | null = null
  const receiver = useResource(async (signal) => {
    const ask = (after: number) => api.call('getHookReceiver', { query: { after }, signal })
    let answer = await ask(requests.value[0]?.sequence ?? 0)
    if (answer.uri !== known) {
      // Another run of the service counts from the beginning.
      if (requests.value.length) answer = await ask(0)
      requests.value = []
      known = answer.uri
    }
    if (answer.requests.length)
      requests.value = [...answer.requests.toReversed(), ...requests.value].slice(0, LIMITS.receiverRequests)
    return { uri: answer.uri }
  })
  usePolling(receiver.reload, EVERY_MS)
  return { receiver, requests }
}
