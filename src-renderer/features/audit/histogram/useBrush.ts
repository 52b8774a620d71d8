import { computed, ref, watch, type Ref } from 'vue'

/** First and last bar of a range, both in it. */
export interface BarRange {
  first: number
  last: number
}

/** Steps that keys move the cursor by; `Infinity` is as far as it goes. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/**
 * Marks a range of bars by pointer (drag) or keys (arrows move, with Shift they mark, Enter takes, Escape lets go).
 * @param amount how many bars there are
 * @param take is given what was marked, or the one bar that was clicked
 */
export function useBrush(amount: Ref<number>, take: (range: BarRange) => void) {
  /** The bar under the pointer or the keys' cursor; null where there is none. */
  const cursor = ref<number | null>(null)
  const anchor = ref<number | null>(null)
  const dragging = ref(false)
  const within = (index: number) => Math.min(Math.max(index, 0), amount.value - 1)

  const marked = computed<BarRange | null>(() => {
    if (anchor.value === null || cursor.value === null) return null
    return { first: Math.min(anchor.value, cursor.value), last: Math.max(anchor.value, cursor.value) }
  })

  function letGo() {
    anchor.value = null
    dragging.value = false
  }
  function finish() {
    const range = marked.value ?? (cursor.value === null ? null : { first: cursor.value, last: cursor.value })
    letGo()
    if (range) take(range)
  }

  function indexAt(event: PointerEvent): number {
    const { left, width } = (event.currentTarget as HTMLElement).getBoundingClientRect()
    return within(Math.floor(((event.clientX - left) / width) * amount.value))
  }
  const pointer = {
    pointerdown(event: PointerEvent) {
      if (event.button !== 0 || !amount.value) return
      ;(event.currentTarget as HTMLElement).setPointerCapture(event.pointerId)
      cursor.value = anchor.value = indexAt(event)
      dragging.value = true
    },
    pointermove(event: PointerEvent) {
      if (amount.value) cursor.value = indexAt(event)
    },
    pointerup() {
      if (dragging.value) finish()
    },
    pointercancel: letGo,
    pointerleave() {
      if (!dragging.value) cursor.value = null
    },
  }

  function keydown(event: KeyboardEvent) {
    const step = STEPS[event.key]
    if (event.key === 'Escape') {
      if (anchor.value === null) return
      letGo()
    } else if (event.key === 'Enter' || event.key === ' ') finish()
    else if (step === undefined || !amount.value) return
    else {
      if (!event.shiftKey) anchor.value = null
      else anchor.value ??= cursor.value
      cursor.value = within((cursor.value ?? amount.value) + step)
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const keys = {
    keydown,
    focus: () => (cursor.value ??= within(amount.value - 1)),
    blur: () => {
      letGo()
      cursor.value = null
    },
  }

  watch(amount, () => {
    letGo()
    if (cursor.value !== null) cursor.value = amount.value ? within(cursor.value) : null
  })
  return { cursor, marked, dragging, handlers: { ...pointer, ...keys } }
}
