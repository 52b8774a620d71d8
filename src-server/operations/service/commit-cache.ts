import { LRUCache } from 'lru-cache'
import type { CommitListener } from './write.ts'

interface CacheOptions<Value> {
  /** The tables that values are read from: a commit that touches one of them empties the cache. */
  tables: readonly { readonly name: string }[]
  load: (key: string) => Promise<Value>
  max: number
}

/** What is read from the file again and again and seldom changes, kept until a commit changes what it is made of. */
export class CommitCache<Value extends object> {
  readonly #values: LRUCache<string, { value: Value }>
  readonly #load: CacheOptions<Value>['load']
  /** Counts commits that changed something here, so that what was read before one is not kept after it. */
  #changes = 0

  constructor(
    service: { onCommit: (listener: CommitListener) => unknown },
    { tables, load, max }: CacheOptions<Value>,
  ) {
    this.#values = new LRUCache({ max })
    this.#load = load
    service.onCommit((changes) => {
      if (!changes.touches(...tables)) return
      this.#changes += 1
      this.#values.clear()
    })
  }

  /** @throws what reading throws, which is not kept */
  async get(key: string): Promise<Value> {
    const known = this.#values.get(key)
    if (known) return known.value
    const before = this.#changes
    const value = await this.#load(key)
    if (before === this.#changes) this.#values.set(key, { value })
    return value
  }
}
