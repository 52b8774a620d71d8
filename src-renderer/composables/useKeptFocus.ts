import { useEventListener } from '@vueuse/core'
import { watch, type ShallowRef, type WatchSource } from 'vue'

/**
 * Keeps the place of the keyboard on a page: where what had the focus is disabled or goes away, the content of the page gets it, instead of
 * the document, from which Tab begins with the navigation.
 * @param part the part of the page that changes
 * @param changes after which the focus is looked after
 */
export function useKeptFocus(
  part: Readonly<ShallowRef<HTMLElement | null>>,
  changes: WatchSource | WatchSource[],
): void {
  let isInside = false
  useEventListener(part, 'focusin', () => (isInside = true))
  // WHY a moment later: what goes away may lose the focus by an event as well, in the midst of the change.
  useEventListener(part, 'focusout', ({ target }) => void Promise.resolve().then(() => left(target)))

  function left(target: EventTarget | null) {
    const isGone = target instanceof HTMLElement && (!target.isConnected || target.matches(':disabled'))
    if (!isGone) isInside = part.value?.contains(document.activeElement) ?? false
  }
  function restore() {
    const { activeElement } = document
    const isLost = activeElement === null || activeElement === document.body || activeElement.matches(':disabled')
    if (isInside && isLost) part.value?.closest<HTMLElement>('main')?.focus({ preventScroll: true })
  }
  watch(changes, restore, { flush: 'post' })
}
