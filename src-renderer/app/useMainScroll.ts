import { useEventListener } from '@vueuse/core'
import { onScopeDispose, type Ref } from 'vue'
import { START_LOCATION, useRouter } from 'vue-router'
import { takeTraversal } from './router.ts'

const WAIT_MS = 1500

/** Where the browser's history stands; vue-router writes it. */
function position(): number {
  return (window.history.state as { position?: number } | null)?.position ?? 0
}

/**
 * Back and forward return to the same scroll; a new page starts at its top. Content that comes later is waited for, as
 * long as the reader does not scroll.
 */
export function useMainScroll(main: Readonly<Ref<HTMLElement | null>>): void {
  const kept = new Map<number, number>()
  let wanted: { top: number; until: number } | null = null

  function reach() {
    if (!wanted || !main.value) return
    main.value.scrollTop = wanted.top
    if (main.value.scrollTop >= wanted.top - 1 || Date.now() > wanted.until) wanted = null
    else requestAnimationFrame(reach)
  }

  useEventListener(main, 'scroll', () => {
    if (!wanted) kept.set(position(), main.value?.scrollTop ?? 0)
  })
  useEventListener(main, ['wheel', 'pointerdown', 'keydown'], () => (wanted = null), { passive: true })

  const router = useRouter()
  const forget = router.afterEach((to, from) => {
    const moved = takeTraversal()
    if (from !== START_LOCATION && (to.path !== from.path || moved)) {
      wanted = { top: moved ? (kept.get(position()) ?? 0) : 0, until: Date.now() + WAIT_MS }
      requestAnimationFrame(reach)
    }
  })
  onScopeDispose(forget)
}
