import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { endFile } from '../helpers/at-file-end.ts'

/** What a page test mounts goes after that test, and each file finds an empty document and no stored choices: files share both. */
if (typeof document !== 'undefined') {
  const { disableAutoUnmount, enableAutoUnmount } = await import('@vue/test-utils')
  disableAutoUnmount()
  enableAutoUnmount(afterEach)
  // Browsers tell of selections later; told at once, in the middle of an update of its own, the editor gives up.
  document.addEventListener('selectionchange', (event) => event.stopImmediatePropagation())
  beforeAll(() => {
    document.body.replaceChildren()
    localStorage.clear()
    sessionStorage.clear()
  })
  endTimersWithFile()
}

/**
 * A page's timers end with its file, as they do in a browser when a page is left. WHY: they are Node's here, and a message that hides itself
 * after three seconds, unmounted or not, would look for a window that is gone by then.
 */
function endTimersWithFile() {
  const { setTimeout, setInterval } = globalThis
  const started = new Set<NodeJS.Timeout>()
  const noted = <F extends (...args: never[]) => NodeJS.Timeout>(start: F): F =>
    Object.assign((...args: Parameters<F>) => {
      const timer = start(...args)
      started.add(timer)
      return timer
    }, start)
  beforeAll(() => {
    Object.assign(globalThis, { setTimeout: noted(setTimeout), setInterval: noted(setInterval) })
  })
  afterAll(async () => {
    vi.useRealTimers()
    // First what waits for timers itself: services that a test of a page has started.
    await endFile()
    started.forEach(clearTimeout)
    Object.assign(globalThis, { setTimeout, setInterval })
  })
}
