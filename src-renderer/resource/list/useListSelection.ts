import { computed, ref, shallowRef, watch } from 'vue'
import { useToasts } from '#ui/composables/useToasts.ts'
import type { Entity } from '../define-resource.ts'
import type { BulkService, WholeSearch } from './bulk.ts'
import type { ListState } from './useListPage.ts'
import type { useListView } from './useListView.ts'

interface Options<One extends Entity> {
  list: ListState<One>
  view: ReturnType<typeof useListView<One>>
  /** Whether filters of the page leave out rows. */
  isFiltered: () => boolean
  /** What does something to all whom a search finds, where the service can. */
  service: () => BulkService | undefined
}

/** Which rows of a list are chosen: marked ones, or all that its search finds, also those that were not read. Rows of an earlier search cannot be chosen. */
export function useListSelection<One extends Entity>({ list, view, isFiltered, service }: Options<One>) {
  const marked = ref<ReadonlySet<string>>(new Set())
  const chosen = computed(() => (list.outdated.value ? [] : view.rows.value.filter(({ id }) => marked.value.has(id))))
  const reading = ref(false)
  const whole = shallowRef<WholeSearch | null>(null)
  /** The search that finds all of the list, where the service can do something to all whom it finds. */
  const wholeSearch = computed(() => (service() && !isFiltered() ? list.wholeSearch.value : null))
  watch([marked, wholeSearch], () => (whole.value = null), { flush: 'sync' })
  const notes = useToasts()

  /** Whether all rows that were read are chosen, and the service has more. */
  const isMore = computed(
    () =>
      !whole.value && list.hasMore.value && chosen.value.length > 0 && chosen.value.length === view.rows.value.length,
  )
  const clear = () => void (marked.value = new Set())
  watch(list.outdated, clear)

  /** Chooses all that match: by their search where the service takes one, else it reads on to the end. */
  async function markAll() {
    const [all, search] = [service(), wholeSearch.value]
    reading.value = true
    await notes.attempt(async () => {
      if (all && search !== null) {
        const count = await all.count(search)
        // WHY asked again: another search may have been typed meanwhile.
        if (wholeSearch.value === search) whole.value = { search, count }
      } else {
        await list.loadAll()
        marked.value = new Set(view.rows.value.map(({ id }) => id))
      }
    })
    reading.value = false
  }

  return {
    marked,
    chosen,
    whole,
    reading,
    isMore,
    /** Whether {@link markAll} can choose what was not read. */
    canMarkAll: computed(() => wholeSearch.value !== null || !list.isFull.value),
    clear,
    markAll,
  }
}
