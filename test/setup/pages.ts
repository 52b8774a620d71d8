import { afterEach, beforeAll } from 'vitest'

/** What a page test mounts goes after that test, and each file finds an empty document and no stored choices: files share both. */
if (typeof document !== 'undefined') {
  const { disableAutoUnmount, enableAutoUnmount } = await import('@vue/test-utils')
  disableAutoUnmount()
  enableAutoUnmount(afterEach)
  beforeAll(() => {
    document.body.replaceChildren()
    localStorage.clear()
    sessionStorage.clear()
  })
}
