import { useMediaQuery, useStorage } from '@vueuse/core'
import { computed } from 'vue'

/** In a narrow window the facets lie over the table, and are closed at first. */
const WIDE = '(min-width: 1000px)'

/** Whether the facets are shown; remembered for wide and for narrow windows. */
export function useFacetsOpen() {
  const isWide = useMediaQuery(WIDE)
  const wide = useStorage('gatehouse.audit.facets', true)
  const narrow = useStorage('gatehouse.audit.facets.narrow', false)
  return computed({
    get: () => (isWide.value ? wide.value : narrow.value),
    set: (open) => ((isWide.value ? wide : narrow).value = open),
  })
}
