import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ApiError, causeAt } from '#contract/interface/api-error.ts'
import { isId, type IdKind } from '#contract/interface/ids.ts'
import type { SqlValue } from '#db/driver.ts'

/** Where a page ended: at an id, and, in an order of its own, at a key; null where the last one had none. */
export interface Place {
  id: string
  key?: SqlValue
}

const schema = z.tuple([z.string(), z.string()], z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** The cursors of one query: those of another one are refused. */
export class SearchCursors {
  readonly #kind: IdKind
  readonly #query: string
  readonly #isSearch: boolean

  /** @param query everything that decides which objects there are, and in which order */
  constructor(kind: IdKind, query: { search?: unknown; filter?: unknown; sortBy?: unknown; sortOrder?: unknown }) {
    const { search, filter, sortBy, sortOrder } = query
    const text = JSON.stringify([kind, search, filter, sortBy, sortOrder])
    this.#query = createHash('sha256').update(text).digest('base64url').slice(0, 8)
    this.#kind = kind
    this.#isSearch = search !== undefined
  }

  write({ id, key }: Place): string {
    const shown = key instanceof Uint8Array ? key[0] === 1 : key
    const parts = [this.#query, id, ...(key === undefined ? [] : [shown])]
    return Buffer.from(JSON.stringify(parts)).toString('base64url')
  }

  /** @throws ApiError E0000031 for a search, else E0000029, for what this query did not give (spec/4 §1.3) */
  read(text: string | undefined): Place | null {
    if (text === undefined) return null
    try {
      const [query, id, ...rest] = schema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
      const key = typeof rest[0] === 'boolean' ? Buffer.from([Number(rest[0])]) : rest[0]
      const place: Place = key === undefined ? { id } : { id, key }
      if (query === this.#query && isId(this.#kind, id) && this.write(place) === text) return place
    } catch {
      // Falls through: not one of ours.
    }
    const causes = [causeAt('after', 'is not a cursor of this query', 'query')]
    throw new ApiError(this.#isSearch ? 'E0000031' : 'E0000029', { causes })
  }
}
