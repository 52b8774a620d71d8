import type { IncomingHttpHeaders } from 'node:http'
import type { RequestContext } from '#audit-log/request-context.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import type { GuardedInput, HandlerBody, Route, StatusOf } from '#contract/interface/route.ts'
import type { Scope } from '#contract/interface/scopes.ts'
import type { Service } from '#operations/service/service.ts'

/** The input of a handler: the parsed request, the workspace to read from and to write to, and the base of links. */
export interface HandlerInput<R extends Route> extends GuardedInput<R> {
  service: Service
  /** Reads as of the last commit. */
  reader: Reader
  /** Runs a use case in a transaction of its own, in the context of this request. */
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** As {@link write}, for what many clients ask at once; the use case must be fit to run twice. */
  batchedWrite: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Who calls, through what; for work that goes on after the request. */
  context: () => Promise<RequestContext>
  /** Whether the token of the request has a scope beside that of the route, for what shows objects of several kinds. */
  hasScope: (scope: Scope) => boolean
  /** Base address of links, without a slash at the end. */
  base: string
  headers: IncomingHttpHeaders
  /** Whether the caller asked that unknown keys of bodies are refused. */
  strictHandling: boolean
  /** The body of the request where the route takes a stream; else empty. */
  upload: AsyncIterable<Uint8Array>
  /** The file of a form where the route takes one; else empty. */
  file: Uint8Array
}

interface ReplyOptions {
  /** The cursor of the next page, where the reply is a page. */
  next?: string | null
  headers?: Readonly<Record<string, string>>
  /** The same object always means the same content, so its text may be cached. */
  immutable?: boolean
}

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never

/** What a handler gives back: one of the declared replies. Where several are declared, it says which by its status. */
export type Reply<R extends Route> = ReplyOptions &
  {
    [Status in StatusOf<R>]: { body: HandlerBody<R, Status> } & (IsUnion<StatusOf<R>> extends true
      ? { status: Status }
      : { status?: Status })
  }[StatusOf<R>]

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
