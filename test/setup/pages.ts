import { afterEach, beforeAll } from 'vitest'

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
}
