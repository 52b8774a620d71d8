import { useDocumentVisibility, useIntervalFn, watchDebounced } from '@vueuse/core'
import { computed, shallowRef, watch, type Ref } from 'vue'
import type { LogHistogram } from '#contract/log/log-browse.ts'
import type { ApiError } from '#ui/api/api-error.ts'
import { api } from '#ui/api/client.ts'
import { useResource, type Resource } from '#ui/composables/useResource.ts'
import { askedOf, type Counted } from './counted-query.ts'
import { countFacets } from './facets/facet-counts.ts'
import { barsOf, planBars } from './histogram/bars.ts'
import type { ShownRange } from './useAuditRange.ts'

/** Debounces changes, such as typing, into one count. */
const DEBOUNCE_MS = 150
const LIVE_MS = 5_000

/** The words for a count that failed; empty where the query itself was refused, which the query bar says. */
export function countingProblem(error: ApiError | null): string {
  if (!error || error.status === 400) return ''
  // Only an aborted search carries this advice; any other error is a failure.
  const gaveUp = error.code === 'E0000009' && error.causes.length > 0
  return gaveUp ? 'Counting took too long; narrow the time.' : error.summary
}

async function countOverTime(counted: Counted, signal: AbortSignal) {
  const query = askedOf(counted)
  const plan = planBars(Date.parse(query.since), Date.parse(query.until))
  const origin = new Date(plan.bounds[0] ?? 0).toISOString()
  const histogram = await api.call('getLogHistogram', { query: { ...query, origin, stepMs: plan.step }, signal })
  return { plan, histogram, bars: barsOf(plan, histogram), range: counted.range }
}
/** The histogram with the bars that are drawn of it. */
export type CountedOverTime = Awaited<ReturnType<typeof countOverTime>>

/**
 * Counts the events of the page's query over time and by their values. Old counts stay until new ones come. While
 * `live`, what came since is counted too, every five seconds.
 */
export function useAuditCounts(shown: Ref<ShownRange>, filter: Ref<string>, q: Ref<string>, live: Ref<boolean>) {
  /** Where counting ends; null: at the end of the range that is shown. */
  const upTo = shallowRef<string | null>(null)
  /** The counts of exactly the range that is shown, by which the table finds its rows; null while they are made. */
  const ofRange = shallowRef<LogHistogram | null>(null)
  const counted = (): Counted => ({
    range: { since: shown.value.since, until: upTo.value ?? shown.value.until },
    filter: filter.value,
    q: q.value,
  })

  const current = () => JSON.stringify([shown.value.since, shown.value.until, filter.value, q.value])

  const overTime = useResource(async (signal) => {
    const asked = current()
    const found = await countOverTime(counted(), signal)
    if (found.range.until === shown.value.until && asked === current()) ofRange.value = found.histogram
    return found
  })
  const facets = useResource((signal) => countFacets(counted(), signal))

  /** Whether a change waits to be asked for. */
  const isDue = shallowRef(false)
  function reload() {
    void overTime.reload()
    void facets.reload()
    isDue.value = false
  }
  const query = [shown, filter, q]
  watch(
    query,
    () => {
      upTo.value = null
      ofRange.value = null
      isDue.value = true
    },
    { flush: 'sync' },
  )
  watchDebounced(query, reload, { debounce: DEBOUNCE_MS, maxWait: 1_000 })

  const visibility = useDocumentVisibility()
  useIntervalFn(() => {
    const ready = ofRange.value && !overTime.loading.value && !facets.loading.value
    if (!live.value || !ready || !shown.value.runs || visibility.value !== 'visible') return
    upTo.value = new Date().toISOString()
    reload()
  }, LIVE_MS)

  /** Whether what is counted belongs to a query before this one. */
  const stale = computed(() => ofRange.value === null)
  const busy = <T>(resource: Resource<T>): Resource<T> => ({
    ...resource,
    loading: computed(() => isDue.value || resource.loading.value),
  })
  return { overTime: busy(overTime), facets: busy(facets), ofRange, stale }
}
