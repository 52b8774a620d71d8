import { useElementSize, useEventListener, useTimeoutFn } from '@vueuse/core'
import { computed, nextTick, shallowRef, watch, type Ref } from 'vue'
import { canvasHeight, clampTop, movedTop, scrollTopAt, topToShow } from './scroll-map.ts'

/** After so long without movement the scrollbar is put where it belongs; nothing in sight moves. */
const REST_MS = 150
/** For the first drawing, before the element has been measured. */
const UNMEASURED_PX = 800

/** The rows of a list of any length that are in sight of a scroller. Its header takes `headerHeight` of its height. */
export function useRowScroller(
  scroller: Readonly<Ref<HTMLElement | null>>,
  rowCount: () => number,
  rowHeight: () => number,
  headerHeight: number,
) {
  const { height } = useElementSize(scroller)
  const top = shallowRef(0)
  let known = 0
  const extent = computed(() => ({
    content: rowCount() * rowHeight(),
    view: Math.max(rowHeight(), (height.value || UNMEASURED_PX) - headerHeight),
  }))
  const first = computed(() => Math.floor(top.value / rowHeight()))
  const last = computed(() => Math.min(rowCount(), Math.ceil((top.value + extent.value.view) / rowHeight())))

  /** Puts the scrollbar where the content in sight belongs. */
  function anchor() {
    const element = scroller.value
    if (!element) return
    const expected = scrollTopAt(top.value, extent.value)
    if (Math.abs(element.scrollTop - expected) >= 1) element.scrollTop = expected
    known = element.scrollTop
  }
  const { start: anchorAtRest } = useTimeoutFn(anchor, REST_MS, { immediate: false })

  function scrolled() {
    const now = scroller.value?.scrollTop ?? 0
    if (now === known) return
    top.value = movedTop({ scrollTop: known, top: top.value }, now, extent.value)
    known = now
    anchorAtRest()
  }

  function scrollTo(pixel: number) {
    top.value = clampTop(pixel, extent.value)
    anchor()
  }

  /** Scrolls a row into view; `steady` keeps the visible rows in place when rows were added above. */
  function show(row: number) {
    scrollTo(topToShow(row, rowHeight(), top.value, extent.value))
  }

  useEventListener(scroller, 'scroll', scrolled, { passive: true })
  watch([extent, scroller], async () => {
    top.value = clampTop(top.value, extent.value)
    // The canvas has its new height only after it is drawn.
    await nextTick()
    anchor()
  })

  return {
    first,
    last,
    top,
    /** Whole rows in sight, for a step of a page. */
    pageRows: computed(() => Math.max(1, Math.floor(extent.value.view / rowHeight()) - 1)),
    canvas: computed(() => canvasHeight(extent.value.content) + headerHeight),
    /** How far the first row in sight is scrolled out of it. */
    shift: computed(() => top.value - first.value * rowHeight()),
    scrollTo,
    show,
  }
}
