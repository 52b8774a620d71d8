import { computed, watch, type Ref } from 'vue'
import { BUILT_IN_SEARCHES } from './built-in.ts'
import { asksNothing, openSearch, withRange, type Query } from './saved-searches.ts'

type Search = Query & { id: string; name: string }

/**
 * Which search is open, by the current query of the page.
 * @param lastOpened the id of the one that was opened or saved last
 */
export function useOpenSearch(searches: () => readonly Search[], current: () => Query, lastOpened: Ref<string | null>) {
  const builtIn = computed(() => BUILT_IN_SEARCHES.map((search) => ({ ...search, ...withRange(search, current()) })))
  const opened = computed(() => openSearch<Search>(searches(), builtIn.value, current(), lastOpened.value))
  const isNothing = computed(() => asksNothing(current()))
  // A query that equals a search counts as that search, also when it was typed by hand.
  watch(opened, (now) => {
    if (isNothing.value) lastOpened.value = null
    if (now && !now.changed) lastOpened.value = now.search.id
  })
  return { builtIn, opened, isNothing }
}
