import { useDocumentVisibility, useIntervalFn } from '@vueuse/core'
import { computed, toValue, watch, type MaybeRefOrGetter } from 'vue'

/** Does something again and again while the page is shown, the window is visible and `active` holds; never two at once. */
export function usePolling(
  act: () => Promise<unknown>,
  everyMs: number,
  active: MaybeRefOrGetter<boolean> = true,
): void {
  const visibility = useDocumentVisibility()
  const running = computed(() => toValue(active) && visibility.value === 'visible')
  let busy = false

  async function turn() {
    if (busy) return
    busy = true
    await act().finally(() => (busy = false))
  }

  const { pause, resume } = useIntervalFn(() => void turn(), everyMs, { immediate: false })
  watch(running, (now) => (now ? resume() : pause()), { immediate: true })
}
