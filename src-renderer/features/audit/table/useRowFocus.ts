import { useEventListener } from '@vueuse/core'
import { nextTick, shallowRef, watch, type Ref } from 'vue'
import { isDialogOpen, isTyping } from '#ui/lib/keys.ts'

/** The list as the keyboard needs it; rows are given by their place. */
interface Rows {
  first: () => number
  last: () => number
  firstInSight: () => number
  inSight: (place: number) => boolean
  /** How many rows a page moves. */
  pageRows: () => number
  show: (place: number) => void
  open: (place: number) => void
}

/** Letters that act as arrow keys. */
const LETTERS: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' }

/** Beside a flyout the list stays usable, but the keys for the next row step what the flyout shows. */
const isFlyoutOpen = () => document.querySelector('[data-flyout]') !== null
const isNextRow = (key: string) => key === 'ArrowDown' || key === 'ArrowUp'

/**
 * Moves between rows of which only those in sight exist (`data-place` tells which an element is). Focus that would go with
 * its row waits on the scroller, and returns to the row when that is in sight again.
 */
export function useRowFocus(scroller: Readonly<Ref<HTMLElement | null>>, rows: Rows) {
  /** The row that has the focus or had it last; null before the first. */
  const at = shallowRef<number | null>(null)
  let waiting = false

  const elementOf = (place: number) => scroller.value?.querySelector<HTMLElement>(`[data-place="${place}"]`) ?? null

  async function goTo(place: number) {
    at.value = Math.min(Math.max(place, rows.first()), rows.last())
    rows.show(at.value)
    await nextTick()
    elementOf(at.value)?.focus({ preventScroll: true })
  }

  const STEPS: Record<string, (from: number) => number> = {
    ArrowDown: (from) => from + 1,
    ArrowUp: (from) => from - 1,
    PageDown: (from) => from + rows.pageRows(),
    PageUp: (from) => from - rows.pageRows(),
    Home: () => rows.first(),
    End: () => rows.last(),
  }

  function pressed(event: KeyboardEvent) {
    const target = event.target as HTMLElement
    const own = target === scroller.value || target.dataset['place'] !== undefined
    if (!own || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (isDialogOpen()) return
    const key = LETTERS[event.key] ?? event.key
    if (isNextRow(key) && isFlyoutOpen()) return
    const step = STEPS[key]
    if (step) {
      event.preventDefault()
      void goTo(at.value === null ? startFor(key) : step(at.value))
    } else if (event.key === 'Enter' && at.value !== null) {
      event.preventDefault()
      rows.open(at.value)
    }
  }

  /** The first key press focuses the first visible row, unless the key is Home or End. */
  const startFor = (key: string) => (key === 'Home' || key === 'End' ? STEPS[key]!(0) : rows.firstInSight())

  function entered(event: FocusEvent) {
    const place = (event.target as HTMLElement).dataset['place']
    if (place !== undefined) at.value = Number(place)
  }

  function left(event: FocusEvent) {
    if (event.target === scroller.value) waiting = false
  }

  watch(
    () => at.value !== null && rows.inSight(at.value),
    (visible) => {
      const active = document.activeElement
      if (!visible && active instanceof HTMLElement && active.dataset['place'] === String(at.value)) {
        scroller.value?.focus({ preventScroll: true })
        waiting = true
      }
    },
    { flush: 'pre' },
  )
  watch(
    () => at.value !== null && rows.inSight(at.value),
    (visible) => {
      if (!visible || !waiting || at.value === null || document.activeElement !== scroller.value) return
      waiting = false
      elementOf(at.value)?.focus({ preventScroll: true })
    },
    { flush: 'post' },
  )

  /** Focuses the list: the row that had the focus last, else the first visible one. */
  function enter() {
    if (rows.last() >= rows.first()) void goTo(at.value ?? rows.firstInSight())
  }

  // There are many controls before the list: J and K skip them.
  useEventListener(window, 'keydown', (event: KeyboardEvent) => {
    if (!LETTERS[event.key] || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    if (isTyping(event) || isDialogOpen() || isFlyoutOpen()) return
    event.preventDefault()
    enter()
  })

  function clicked(place: number) {
    at.value = place
    rows.open(place)
  }

  return { at, goTo, pressed, entered, left, clicked, enter, forget: () => (at.value = null) }
}
