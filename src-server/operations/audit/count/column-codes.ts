import { LOG_FACETS } from '#contract/log/log-browse.ts'
import type { Searcher } from '#db/searches.ts'
import { toColumns, type Columns, type EventValues } from './columns.ts'
import { readCodes, readSizes, readValuesOf } from './values.sql.ts'

/**
 * The codes of values. What the file does not know yet is given codes behind those that it knows, for as long as this
 * lives.
 */
export class Codes {
  readonly #searcher: Searcher
  /** Codes of the file that count, by place: only those below; what it came to know since is as good as unknown. */
  readonly #known: readonly number[]
  /** How many codes there are, by place. */
  readonly #sizes: number[]
  readonly #codes = LOG_FACETS.map(() => new Map<string, number>())
  /** Values without a code in the file. */
  readonly fresh = LOG_FACETS.map(() => new Map<number, string>())

  private constructor(searcher: Searcher, sizes: number[]) {
    this.#searcher = searcher
    this.#known = [...sizes]
    this.#sizes = sizes
  }

  static async open(searcher: Searcher): Promise<Codes> {
    return new Codes(searcher, await readSizes(searcher))
  }

  /** One more than the greatest code of an attribute. */
  sizeOf(place: number): number {
    return this.#sizes[place] ?? 1
  }

  async encode(events: readonly EventValues[]): Promise<Columns> {
    for (const place of LOG_FACETS.keys())
      await this.#learn(place, [...new Set(events.flatMap(({ values }) => values[place] ?? []))])
    return toColumns(events, (place, value) => this.#codes[place]?.get(value) ?? 0)
  }

  async #learn(place: number, values: readonly string[]): Promise<void> {
    const known = this.#codes[place] as Map<string, number>
    const unknown = values.filter((value) => !known.has(value))
    if (unknown.length === 0) return
    const found = await readCodes(this.#searcher, place, unknown, this.#known[place] ?? 1)
    for (const each of found) known.set(each.value, each.code)
    for (const value of unknown) {
      if (known.has(value)) continue
      const next = this.sizeOf(place)
      this.#sizes[place] = next + 1
      known.set(value, next)
      this.fresh[place]?.set(next, value)
    }
  }

  /** The values that codes stand for. */
  async valuesOf(place: number, codes: readonly number[]): Promise<Map<number, string>> {
    const found = await readValuesOf(this.#searcher, place, codes)
    return new Map([...found.map((each) => [each.code, each.value] as const), ...(this.fresh[place] ?? [])])
  }
}
