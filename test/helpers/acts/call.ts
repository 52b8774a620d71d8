import type { Page } from '@playwright/test'

/** What the service answered; `body` is undefined where it said nothing. */
interface CallReply<Body> {
  status: number
  body: Body
}

/**
 * Calls the interface from the page and as it does, past what it shows: in a browser with the token that it holds; in the
 * desktop, where it holds none, the program adds that.
 * @param body an object is sent as JSON, text as it is
 */
export function callFromPage<Body = unknown>(
  page: Page,
  method: string,
  path: string,
  body: object | string = '',
  type = 'application/json',
): Promise<CallReply<Body>> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return page.evaluate(
    async ([verb, address, content, contentType]) => {
      const token = sessionStorage.getItem('gatehouse.token')
      const headers = {
        ...(token ? { authorization: `SSWS ${token}` } : {}),
        ...(content ? { 'content-type': contentType } : {}),
      }
      const reply = await fetch(address, { method: verb, headers, ...(content ? { body: content } : {}) })
      const answer = await reply.text()
      return { status: reply.status, body: (answer ? JSON.parse(answer) : undefined) as never }
    },
    [method, path, text, type] as const,
  )
}
