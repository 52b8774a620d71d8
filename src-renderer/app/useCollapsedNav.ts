import { useMediaQuery, useStorage } from '@vueuse/core'
import { computed, ref, watch } from 'vue'
import { useRoute } from 'vue-router'

/** Below this width the page needs the room of the navigation. */
const NARROW = '(width < 900px)'

/**
 * Whether the navigation is collapsed to icons: as one chose, which is remembered. In a narrow window it is collapsed
 * unless it was opened there, over the page, and collapses again with the next page.
 */
export function useCollapsedNav() {
  const chosen = useStorage('gatehouse.nav', false)
  const isNarrow = useMediaQuery(NARROW)
  const opened = ref(false)
  const route = useRoute()
  watch([() => route.path, isNarrow], () => (opened.value = false))
  return computed({
    get: () => (isNarrow.value ? !opened.value : chosen.value),
    set: (collapsed) => {
      if (isNarrow.value) opened.value = !collapsed
      else chosen.value = collapsed
    },
  })
}
