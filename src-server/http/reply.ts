import type { Context } from 'koa'
import type { HandlerBody, Route, GuardedInput } from '../contract/route.ts'
import type { Act, Service } from '../operations/service.ts'

/** What a handler works with: parsed input, the service, who acts, and the base of links. */
export interface HandlerInput<R extends Route> extends GuardedInput<R> {
  service: Service
  act: Act
  /** Base address of links, without a slash at the end. */
  base: string
  /** The file that the request carries; without anything in it where the route takes none. */
  upload: AsyncIterable<Uint8Array>
}

/** What a handler gives back; `next` is the cursor of the next page, where the reply is a page. */
export interface Reply<R extends Route> {
  body: HandlerBody<R>
  next?: string | null
  /** The very same object stands for the very same content for ever, so its text may be kept. */
  immutable?: boolean
}

/** See {@link storedItems}. */
export class StoredItems {
  readonly texts: readonly string[]

  constructor(texts: readonly string[]) {
    this.texts = texts
  }
}

/**
 * A body that is a list of what was checked when it was stored as JSON: it goes out as it is. WHY: reading, guarding and
 * writing a thousand events again costs ten times as much as finding them.
 */
export function storedItems<Item>(texts: readonly string[]): Item[] {
  return new StoredItems(texts) as unknown as Item[]
}

export type Handler<R extends Route> = (input: HandlerInput<R>) => Promise<Reply<R>>

/**
 * Sets `Link` headers: `self` always, `next` while there is more; one header line each, `after` first in the next
 * address (spec/4 §1.3).
 */
export function setPageLinks(ctx: Context, base: string, next: string | null): void {
  // WHY not the whole of `ctx.url`: a request may name a foreign host there.
  const self = new URL(base)
  self.pathname = ctx.path
  self.search = ctx.search
  const links = [`<${self.href}>; rel="self"`]
  if (next !== null) {
    const others = [...self.searchParams].filter(([key]) => key !== 'after' && key !== 'since')
    const query = new URLSearchParams([['after', next], ...others])
    links.push(`<${base}${self.pathname}?${query}>; rel="next"`)
  }
  ctx.set('Link', links)
}
