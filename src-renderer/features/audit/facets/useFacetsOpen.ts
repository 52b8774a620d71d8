import { useMediaQuery, useStorage } from '@vueuse/core'
import { computed } from 'vue'

/** Below this the facets lie over the table. */
const BESIDE = '(min-width: 1000px)'
/** From this on the table has room for whole names beside them; below, they are closed at first. */
const WIDE = '(min-width: 1440px)'

/** Whether the facets are shown; remembered for each of the three widths of window by itself. */
export function useFacetsOpen() {
  const isBeside = useMediaQuery(BESIDE)
  const isWide = useMediaQuery(WIDE)
  const wide = useStorage('gatehouse.audit.facets', true)
  const beside = useStorage('gatehouse.audit.facets.beside', false)
  const narrow = useStorage('gatehouse.audit.facets.narrow', false)
  const stored = () => (isWide.value ? wide : isBeside.value ? beside : narrow)
  return computed({
    get: () => stored().value,
    set: (open) => (stored().value = open),
  })
}
