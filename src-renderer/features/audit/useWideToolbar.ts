import { useMediaQuery } from '@vueuse/core'
import { computed, inject, type InjectionKey, type Ref } from 'vue'

/** Whether the row of the search has more in it than usual: a choice of logs. */
export const CROWDED_SEARCH: InjectionKey<Readonly<Ref<boolean>>> = Symbol('whether the search is crowded')

/** Whether the toolbars have room for words on their buttons; else these have icons alone, with the words as their titles. */
export function useWideToolbar() {
  return useMediaQuery('(min-width: 1200px)')
}

/** The same for the row of the search. */
export function useWideSearch() {
  const crowded = inject(CROWDED_SEARCH, null)
  const [isWide, isWider] = [useWideToolbar(), useMediaQuery('(min-width: 1440px)')]
  return computed(() => (crowded?.value ? isWider.value : isWide.value))
}
