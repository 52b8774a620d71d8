import { useEventListener, useResizeObserver } from '@vueuse/core'
import { computed, onMounted, ref, shallowRef, watch, type Ref } from 'vue'
import { useThemeStore } from '#ui/stores/theme.ts'
import { windowOf } from '#ui/components/data/data-table.ts'

/** Lists up to this long are there whole, so that the browser's own search finds every row. */
const WHOLE = 200

/** So many rows are added in each frame, so that none is late. */
const A_FRAME = 16

/** Which rows of a long table must exist, as the page scrolls in `<main>`; `before` and `after` are pixels left blank. */
export function useRowWindow(rows: Ref<HTMLElement | null>, count: () => number) {
  const theme = useThemeStore()
  const main = shallowRef<HTMLElement | null>(null)
  const seen = ref({ top: 0, height: 800 })

  function measure() {
    if (!main.value || !rows.value || count() <= WHOLE) return
    const top = main.value.getBoundingClientRect().top - rows.value.getBoundingClientRect().top
    seen.value = { top: Math.max(0, top), height: main.value.clientHeight }
  }
  /** How many rows have been added so far. */
  const come = ref(A_FRAME)
  function grow() {
    if (count() > WHOLE || come.value >= count()) return
    come.value += A_FRAME
    requestAnimationFrame(grow)
  }
  watch(
    count,
    (_, before = 0) => {
      if (before > WHOLE) come.value = A_FRAME
      requestAnimationFrame(grow)
    },
    { immediate: true },
  )
  onMounted(() => {
    main.value = rows.value?.closest('main') ?? null
    measure()
  })
  useEventListener(main, 'scroll', measure, { passive: true })
  useResizeObserver(main, measure)

  return computed(() =>
    count() <= WHOLE
      ? { first: 0, last: Math.min(count(), come.value), before: 0, after: 0 }
      : windowOf({ count: count(), rowHeight: theme.rowHeight, ...seen.value }),
  )
}
