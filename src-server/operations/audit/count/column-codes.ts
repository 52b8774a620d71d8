import { LOG_FACETS } from '#contract/log/log-browse.ts'
import { code, sql, type Fragment } from '#db/filter-sql-fragment.ts'
import type { Searcher } from '#db/searches.ts'
import { toColumns, type Columns, type EventValues } from './columns.ts'

/** The values of events from the log itself, in the order of writing. @param where a condition on `e` */
export async function readValues(searcher: Searcher, where: Fragment): Promise<EventValues[]> {
  // WHY one text for all: handing over rows costs more than reading them.
  const { text, params } = sql`SELECT json_group_array(json_array(e.sequence, e.published, json_array(
      e.event_type, e.actor_id, json((${TARGET_IDS})), e.outcome, e.severity, e.ip))) AS events
    FROM log_events AS e WHERE ${where}`
  const [row] = await searcher.all<{ events: string }>(text, params)
  const events = JSON.parse(row?.events ?? '[]') as [number, string, EventValues['values']][]
  return events
    .map(([sequence, published, values]) => ({ sequence, time: Date.parse(published), values }))
    .sort((a, b) => a.sequence - b.sequence)
}

/** As the triggers of migration 0030 read them. */
const TARGET_IDS = code(`SELECT json_group_array(DISTINCT t.value ->> '$.id')
  FROM json_each(e.payload, '$.target') AS t WHERE t.type = 'object' AND json_type(t.value, '$.id') = 'text'`)

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
    const text = LOG_FACETS.map(
      (_, place) => `(SELECT coalesce(max(code), 0) + 1 FROM log_values WHERE attribute = ${place}) AS p${place}`,
    )
    const [row = {}] = await searcher.all<Record<string, number>>(`SELECT ${text.join(', ')}`, [])
    return new Codes(
      searcher,
      LOG_FACETS.map((_, place) => row[`p${place}`] ?? 1),
    )
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
    const text = `SELECT v.value, v.code FROM json_each(?) AS j
      CROSS JOIN log_values AS v ON v.attribute = ? AND v.value = j.value WHERE v.code < ?`
    const params = [JSON.stringify(unknown), place, this.#known[place] ?? 1]
    const found = await this.#searcher.all<{ value: string; code: number }>(text, params)
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
    const text = 'SELECT code, value FROM log_values WHERE attribute = ? AND code IN (SELECT value FROM json_each(?))'
    const found = await this.#searcher.all<{ code: number; value: string }>(text, [place, JSON.stringify(codes)])
    return new Map([...found.map((each) => [each.code, each.value] as const), ...(this.fresh[place] ?? [])])
  }
}
