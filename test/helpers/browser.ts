import type { TestServer } from './server.ts'

/** What a browser shows after it has followed all redirects. */
export interface Shown {
  status: number
  url: string
  text: string
  headers: Headers
}

const MOST_REDIRECTS = 12
const SENT_ON = new Set([301, 302, 303, 307, 308])

/** A browser without scripts: it keeps cookies by their paths, follows redirects within the service, and sends forms as pages do. */
export class TestBrowser {
  readonly #server: Pick<TestServer, 'port'>
  readonly #cookies = new Map<string, { value: string; path: string }>()
  shown: Shown = { status: 0, url: '', text: '', headers: new Headers() }

  constructor(server: Pick<TestServer, 'port'>) {
    this.#server = server
  }

  get base(): string {
    return `http://localhost:${this.#server.port}`
  }

  cookies(): ReadonlyMap<string, { value: string; path: string }> {
    return this.#cookies
  }

  /** Sets a cookie as somebody who reached the browser would. */
  plant(name: string, value: string, path = '/oauth2'): void {
    this.#cookies.set(`${name} ${path}`, { value, path })
  }

  open(address: string): Promise<Shown> {
    return this.#follow(new URL(address, this.base), { method: 'GET' })
  }

  /** Sends a form to the page that is shown. */
  send(fields: Record<string, string>, headers: Record<string, string> = {}, waits = false): Promise<Shown> {
    const request = {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: this.base, ...headers },
    }
    return this.#follow(new URL(this.shown.url), request, waits)
  }

  /** Sends a form, and waits before it goes on to where the answer leads, which is what is shown then. */
  sendAndWait(fields: Record<string, string>): Promise<Shown> {
    return this.send(fields, {}, true)
  }

  async #follow(
    start: URL,
    first: { method: string; body?: string; headers?: Record<string, string> },
    waits = false,
  ): Promise<Shown> {
    let [address, request] = [start, first]
    for (let left = MOST_REDIRECTS; left > 0; left--) {
      const reply = await fetch(address, {
        ...{ redirect: 'manual', method: request.method, ...(request.body !== undefined && { body: request.body }) },
        headers: { Accept: 'text/html', Cookie: this.#cookiesFor(address), ...request.headers },
      })
      this.#keep(address, reply.headers.getSetCookie())
      const next = SENT_ON.has(reply.status) ? reply.headers.get('Location') : null
      if (next === null) {
        this.shown = { status: reply.status, url: address.href, text: await reply.text(), headers: reply.headers }
        return this.shown
      }
      address = new URL(next, address)
      request = { method: 'GET' }
      // The client is not there: its address is all that counts.
      if (waits || (address.origin !== this.base && address.host !== `127.0.0.1:${this.#server.port}`)) {
        this.shown = { status: reply.status, url: address.href, text: '', headers: reply.headers }
        return this.shown
      }
    }
    throw new Error('too many redirects')
  }

  #cookiesFor({ pathname }: URL): string {
    const sent = [...this.#cookies].filter(
      ([, { path }]) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`),
    )
    return sent.map(([key, { value }]) => `${key.split(' ')[0]}=${value}`).join('; ')
  }

  #keep({ pathname }: URL, lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      const path = attributes.find((text) => /^path=/i.test(text))?.slice(5) ?? pathname.replace(/\/[^/]*$/, '')
      const isOver = attributes.some((text) => /^expires=Thu, 01 Jan 1970/i.test(text))
      if (isOver || value === '') this.#cookies.delete(`${name} ${path}`)
      else this.#cookies.set(`${name} ${path}`, { value, path })
    }
  }
}
