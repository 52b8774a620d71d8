import { computed } from 'vue'
import { useQueryState } from '#ui/composables/useQueryState.ts'
import { DEFAULT_RANGE, rangeName, type RangeChoice } from './time-range.ts'

type Order = 'newest' | 'oldest'

/**
 * The state of the audit page, all of it in the address. A change of time, filter or words is a step that Back undoes.
 * `around` is when the open event was published, where the list is to show it among its neighbours.
 * Addresses of former versions with `find` open with those words in `q`.
 */
export function useAuditQuery() {
  const step = { history: true }
  const name = useQueryState<string>('range', DEFAULT_RANGE, step)
  const since = useQueryState<string>('since', '', step)
  const until = useQueryState<string>('until', '', step)
  const filter = useQueryState<string>('filter', '', step)
  const q = useQueryState<string>('q', '', step)
  const order = useQueryState<Order>('order', 'newest')
  const event = useQueryState<string>('event', '')
  const around = useQueryState<string>('around', '')
  const tail = useQueryState<'' | 'on'>('live', '')
  const find = useQueryState<string>('find', '')

  if (find.value) {
    if (!q.value) q.value = find.value
    find.value = ''
  }

  const choice = computed<RangeChoice>({
    get: () => ({ name: rangeName(name.value), since: since.value, until: until.value }),
    set: (next) => {
      name.value = next.name
      since.value = next.name === 'custom' ? next.since : ''
      until.value = next.name === 'custom' ? next.until : ''
    },
  })
  const live = computed({ get: () => tail.value === 'on', set: (on: boolean) => (tail.value = on ? 'on' : '') })
  return { choice, filter, q, order, event, around, live }
}
