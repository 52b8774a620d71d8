import { computed, shallowRef, watch, type Ref } from 'vue'
import { api } from '#ui/api/client.ts'
import { useResource } from '#ui/composables/useResource.ts'
import type { ClosedRange } from './table/position-bound.ts'
import { rangeOf, type RangeChoice } from './time-range.ts'

/** The bounds that are shown, fixed at the moment of reading. */
export interface ShownRange extends ClosedRange {
  /** Whether the range ends now, so that new events follow it. */
  runs: boolean
}

/**
 * The bounds of the chosen range. One that ends now stays where it was until it is chosen or read again (`refresh`), so that
 * counts and rows speak of the same time.
 */
export function useAuditRange(choice: Ref<RangeChoice>) {
  const kept = useResource((signal) => api.call('getLogRetention', { signal }), { immediate: false })
  /** "All", and a custom range without a beginning, begin with the oldest event. */
  const wantsOldest = () => choice.value.name === 'all' || (choice.value.name === 'custom' && !choice.value.since)

  function read(): ShownRange {
    const now = new Date()
    const { since, until } = rangeOf(choice.value, now, kept.data.value?.oldest)
    return { since, until: until ?? now.toISOString(), runs: until === null }
  }
  const range = shallowRef(read())

  async function refresh() {
    if (wantsOldest() && kept.data.value === undefined) await kept.reload()
    range.value = read()
  }
  watch(() => JSON.stringify(choice.value), refresh)
  if (wantsOldest()) void refresh()
  /** The range as one says it: without an end while it runs. */
  const open = computed(() => ({ since: range.value.since, until: range.value.runs ? null : range.value.until }))
  return { range, open, refresh }
}
