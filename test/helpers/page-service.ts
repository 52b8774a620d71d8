import { vi } from 'vitest'
import { keepToken } from '#ui/api/session.ts'
import type { TestServer } from './server.ts'

const realFetch = globalThis.fetch

/** What a page keeps, in memory. */
function storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

interface PageServiceOptions {
  /** Whether the network loses a request to this path, so that the service never gets it. */
  loses?: (path: string) => boolean
  /** Gets each request that reaches the service. */
  hears?: (method: string, path: string) => void
}

/**
 * From now on this is a page of the service, which holds its token and has kept nothing yet: what it asks for goes to the
 * service. What the test itself asks has a whole address, and goes its own way. `vi.unstubAllGlobals()` ends it.
 * @param service asked at each request, since a test may let another one take its place
 */
export function bePageOf(
  service: () => Pick<TestServer, 'url' | 'token'>,
  { loses = () => false, hears = () => {} }: PageServiceOptions = {},
): void {
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  keepToken(service().token)
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
    if (!address.startsWith('/')) return realFetch(address, init)
    if (loses(address)) return Promise.reject(new TypeError('fetch failed'))
    hears(init.method ?? 'GET', address)
    return realFetch(service().url + address, init)
  })
}
