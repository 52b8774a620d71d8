import { shallowRef, type Ref } from 'vue'
import { api } from '../../api/client.ts'
import { usePages } from '../../composables/usePages.ts'
import type { Order } from './audit-query.ts'
import { windowOf, type RangeChoice, type TimeWindow } from './time-range.ts'

const PAGE = 100

/**
 * The events of a range, page by page. `shownWindow` are the bounds of the list as it was last read: a range that ends
 * now stays where it was until it is read anew.
 */
export function useAuditEvents(range: Ref<RangeChoice>, order: Ref<Order>) {
  const shownWindow = shallowRef<TimeWindow>(windowOf(range.value, new Date()))

  const events = usePages(
    (after, signal) => {
      const sortOrder = order.value === 'oldest' ? ('ASCENDING' as const) : ('DESCENDING' as const)
      if (!after) shownWindow.value = windowOf(range.value, new Date())
      const { since, until } = shownWindow.value
      // Ascending without an end would be a poll, which never ends; the moment of reading is the end then.
      const end = until ?? (sortOrder === 'ASCENDING' ? new Date().toISOString() : undefined)
      // The cursor holds the beginning, and the service refuses both; the end must stay, for it tells polls apart.
      const query = { sortOrder, limit: PAGE, until: end, ...(after ? { after } : { since }) }
      return api.page('listLogEvents', { query, signal })
    },
    { watch: [() => JSON.stringify(range.value), order] },
  )
  return { events, shownWindow }
}
