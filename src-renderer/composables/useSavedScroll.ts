import { useEventListener } from '@vueuse/core'
import { nextTick, watch, type Ref } from 'vue'
import { useRoute } from 'vue-router'

/** By step of the browser's history, so that two visits of one page keep their own place. */
const saved = new Map<string, number>()

/**
 * Back returns a list that scrolls by itself to where it was, as soon as it has its rows.
 * @param filled how many rows there are; nothing is restored before the first.
 */
export function useSavedScroll(scroller: Readonly<Ref<HTMLElement | null>>, filled: () => number): void {
  const step = (window.history.state as { position?: number } | null)?.position ?? 0
  const key = `${step} ${useRoute().path}`
  let expected = saved.get(key) ?? 0

  watch(
    filled,
    async (rows) => {
      if (!expected || !rows) return
      await nextTick()
      if (scroller.value) scroller.value.scrollTop = expected
      expected = 0
    },
    { immediate: true },
  )
  useEventListener(
    scroller,
    'scroll',
    () => {
      if (!expected) saved.set(key, scroller.value?.scrollTop ?? 0)
    },
    { passive: true },
  )
}
