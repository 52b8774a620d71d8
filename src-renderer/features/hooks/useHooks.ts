import { computed } from 'vue'
import type { HookHealth } from '#contract/hooks/event-hook.ts'
import { api } from '#ui/api/client.ts'
import { useResource } from '#ui/composables/useResource.ts'
import { usePolling } from '#ui/composables/usePolling.ts'

const EVERY_MS = 3_000

/** How the deliveries of every hook go, by id of the hook; read again while the page is open. */
export function useHealth() {
  const health = useResource((signal) => api.call('listHookHealth', { signal }))
  usePolling(health.reload, EVERY_MS)
  const byHook = computed(
    () => new Map<string, HookHealth>((health.data.value ?? []).map((item) => [item.eventHookId, item])),
  )
  return { health, byHook }
}

/** All hooks by name. */
export function useHooks() {
  return useResource(async (signal) =>
    (await api.all('listEventHooks', { signal })).sort((a, b) => a.name.localeCompare(b.name, 'en')),
  )
}
