import { computed, ref, watch, type Ref } from 'vue'
import { useQueryState } from '#ui/composables/useQueryState.ts'
import { findByWords } from '#ui/domain/find-by-words.ts'
import type { PolicyRow } from './usePolicies.ts'

/** All that a row says of a policy and of whom it is for. */
const textOf = ({ policy: { name, description }, audience }: PolicyRow) =>
  [name, description, ...[...(audience?.groups ?? []), ...(audience?.apps ?? [])].map((one) => one.name)].join(' ')

/**
 * Which policies are shown, by words and status, which are in the address; and which of them are chosen, until `forget`
 * changes. They stay in the order of evaluation.
 */
export function useShownPolicies(rows: Readonly<Ref<readonly PolicyRow[]>>, forget: readonly Ref<unknown>[]) {
  const status = useQueryState<'all' | 'ACTIVE' | 'INACTIVE'>('status', 'all')
  const find = useQueryState<string>('q', '')
  const marked = ref<ReadonlySet<string>>(new Set())
  const unmark = () => (marked.value = new Set())
  watch(forget, unmark)

  const shown = computed(() => {
    const found = new Set(findByWords(find.value, rows.value, textOf).found)
    return rows.value.filter((row) => found.has(row) && (status.value === 'all' || row.policy.status === status.value))
  })
  return {
    status,
    find,
    shown,
    filtered: computed(() => status.value !== 'all' || find.value !== ''),
    showAll: () => {
      status.value = 'all'
      find.value = ''
    },
    marked,
    unmark,
    chosen: computed(() => shown.value.flatMap(({ policy }) => (marked.value.has(policy.id) ? [policy] : []))),
  }
}
