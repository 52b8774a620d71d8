import { computed } from 'vue'
import { useQueryState } from '../../composables/useQueryState.ts'
import { DEFAULT_RANGE, rangeName, type RangeChoice } from './time-range.ts'

export type Order = 'newest' | 'oldest'

/** What the audit page shows, all of it in the address. */
export function useAuditQuery() {
  const name = useQueryState<string>('range', DEFAULT_RANGE)
  const since = useQueryState<string>('since', '')
  const until = useQueryState<string>('until', '')
  const order = useQueryState<Order>('order', 'newest')
  const find = useQueryState<string>('find', '')
  const event = useQueryState<string>('event', '')

  const range = computed<RangeChoice>({
    get: () => ({ name: rangeName(name.value), since: since.value, until: until.value }),
    set: (next) => {
      name.value = next.name
      since.value = next.name === 'custom' ? next.since : ''
      until.value = next.name === 'custom' ? next.until : ''
    },
  })
  return { range, order, find, event }
}
