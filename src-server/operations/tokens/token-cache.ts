import { LRUCache } from 'lru-cache'
import type { TokenHolder } from './token-holder.ts'
import { hashToken } from './token-value.ts'

interface CacheOptions<Holder> {
  /** Holders that are kept; one that falls out is read once more. */
  max: number
  /** By which its row in the file is known. */
  idOf: (holder: Holder) => string
  /** Null for a token that is not known. @param hash of the value, as {@link hashToken} makes it */
  load: (value: string, hash: string) => Promise<Holder | null>
}

/** Whom tokens act for, by the hashes of their values, until their rows change. */
export class TokenCache<Holder extends TokenHolder> {
  readonly #options: CacheOptions<Holder>
  readonly #kept: LRUCache<string, Holder>
  /** Counts calls of `forget`, so that a token read before one is not kept after it. */
  #forgotten = 0

  constructor(options: CacheOptions<Holder>) {
    this.#options = options
    this.#kept = new LRUCache({ max: options.max })
  }

  /** Whom a token acts for; null for one that is not known. */
  async get(value: string): Promise<Holder | null> {
    const hash = hashToken(value)
    return this.#kept.get(hash) ?? this.#read(value, hash)
  }

  async #read(value: string, hash: string): Promise<Holder | null> {
    const before = this.#forgotten
    const holder = await this.#options.load(value, hash)
    if (holder && before === this.#forgotten) this.#kept.set(hash, holder)
    return holder
  }

  /** Reads tokens again at their next use: those of these rows, or all. */
  forget(ids: Iterable<string> | 'all'): void {
    this.#forgotten += 1
    const gone = ids === 'all' ? null : new Set(ids)
    for (const [hash, holder] of this.#kept) if (!gone || gone.has(this.#options.idOf(holder))) this.#kept.delete(hash)
  }
}
