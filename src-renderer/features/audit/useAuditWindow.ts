import { computed, shallowRef, watch, type Ref } from 'vue'
import { api } from '../../api/client.ts'
import { useResource } from '../../composables/useResource.ts'
import type { ClosedWindow } from './table/position-bound.ts'
import { windowOf, type RangeChoice } from './time-range.ts'

/** The bounds that are shown, fixed at the moment of reading. */
export interface ShownWindow extends ClosedWindow {
  /** Whether the range goes on: it ends where it was read, and events come after that. */
  runs: boolean
}

/**
 * The bounds of the chosen range. One that ends now stays where it was until it is chosen or read anew (`renew`), so that
 * counts and rows speak of the same time.
 */
export function useAuditWindow(range: Ref<RangeChoice>) {
  const kept = useResource((signal) => api.call('getLogRetention', { signal }), { immediate: false })
  /** "All", and a custom range without a beginning, begin with the oldest event. */
  const wantsOldest = () => range.value.name === 'all' || (range.value.name === 'custom' && !range.value.since)

  function read(): ShownWindow {
    const now = new Date()
    const { since, until } = windowOf(range.value, now, kept.data.value?.oldest)
    return { since, until: until ?? now.toISOString(), runs: until === null }
  }
  const window = shallowRef(read())

  async function renew() {
    if (wantsOldest() && kept.data.value === undefined) await kept.reload()
    window.value = read()
  }
  watch(() => JSON.stringify(range.value), renew)
  if (wantsOldest()) void renew()
  /** The window as one says it: without an end while it runs. */
  const open = computed(() => ({ since: window.value.since, until: window.value.runs ? null : window.value.until }))
  return { window, open, renew }
}
