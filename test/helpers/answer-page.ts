import { vi } from 'vitest'

/** What a page asks for, its address taken apart. */
export interface PageRequest {
  method: string
  pathname: string
  searchParams: URLSearchParams
  /** Of JSON; absent where there is none. */
  body?: unknown
}

/**
 * Answers in place of the service what a page asks for, for tests of the page alone. The workspace is not to be had (503):
 * what the window shows of it around the page is left out. `vi.unstubAllGlobals()` ends it.
 */
export function answerPage(answer: (request: PageRequest) => Response | Promise<Response>): void {
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address, 'http://x')
    if (pathname.endsWith('/workspace')) return new Response(null, { status: 503 })
    const sent = typeof body === 'string' ? { body: JSON.parse(body) as unknown } : {}
    return answer({ method, pathname, searchParams, ...sent })
  })
}
