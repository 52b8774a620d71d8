import { useElementSize, useScroll } from '@vueuse/core'
import { computed, type Ref } from 'vue'

/** So long before the last row more are asked for, in px. */
const EARLY_PX = 400
/** Before anything has been measured. */
const UNMEASURED_PX = 800

/**
 * How far a list is scrolled: by itself, or where it is `flowing`, with the page in `<main>`.
 * `top` is how much of it lies above what is in sight, `height` how much is in sight at most, both in px.
 */
export function useListScroll(own: Readonly<Ref<HTMLElement | null>>, flowing: () => boolean) {
  const scroller = computed(() => (flowing() ? own.value?.closest<HTMLElement>('main') : null) ?? own.value)
  const { y, arrivedState } = useScroll(scroller, { offset: { bottom: EARLY_PX } })
  const { height } = useElementSize(scroller)
  const top = computed(() => {
    const [list, page, scrolled] = [own.value, scroller.value, y.value]
    if (!list || !page || list === page) return scrolled
    return Math.max(0, page.getBoundingClientRect().top - list.getBoundingClientRect().top)
  })
  return { top, height: computed(() => height.value || UNMEASURED_PX), atEnd: computed(() => arrivedState.bottom) }
}
