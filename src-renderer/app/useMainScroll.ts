import { useEventListener } from '@vueuse/core'
import { onScopeDispose, type Ref } from 'vue'
import { START_LOCATION, useRouter } from 'vue-router'
import { takeTraversal } from './router.ts'

const WAIT_MS = 1500

/** The position in the browser's history; vue-router writes it. */
function position(): number {
  return (window.history.state as { position?: number } | null)?.position ?? 0
}

/**
 * Back and forward return to the same scroll; a new page starts at its top. Content that comes later is waited for, as
 * long as the reader does not scroll.
 */
export function useMainScroll(main: Readonly<Ref<HTMLElement | null>>): void {
  const saved = new Map<number, number>()
  let expected: { top: number; until: number } | null = null

  function reach() {
    if (!expected || !main.value) return
    main.value.scrollTop = expected.top
    if (main.value.scrollTop >= expected.top - 1 || Date.now() > expected.until) expected = null
    else requestAnimationFrame(reach)
  }

  useEventListener(main, 'scroll', () => {
    if (!expected) saved.set(position(), main.value?.scrollTop ?? 0)
  })
  useEventListener(main, ['wheel', 'pointerdown', 'keydown'], () => (expected = null), { passive: true })

  const router = useRouter()
  const forget = router.afterEach((to, from) => {
    const moved = takeTraversal()
    if (from !== START_LOCATION && (to.path !== from.path || moved)) {
      expected = { top: moved ? (saved.get(position()) ?? 0) : 0, until: Date.now() + WAIT_MS }
      requestAnimationFrame(reach)
    }
  })
  onScopeDispose(forget)
}
