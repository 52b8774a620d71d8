import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { LogHistogram, LogRow } from '#contract/log/log-browse.ts'
import {
  createLogPageLoader,
  PAGE_ROWS,
  type LogPage,
  type LogQuery,
  type LogSource,
} from '#ui/features/audit/table/log-page-loader.ts'

const START = Date.parse('2026-11-01T00:00:00.000Z')
const iso = (ms: number) => new Date(ms).toISOString()
const QUERY: LogQuery = {
  range: { since: iso(START), until: iso(START + 1_000_000) },
  filter: '',
  q: '',
  newestFirst: false,
}
const row = (sequence: number) => ({ sequence }) as LogRow

/** One event per millisecond, and what was asked of it. */
class Source implements LogSource {
  readonly offsets: number[] = []
  readonly aborted: number[] = []
  counted = 0
  underWay = 0
  failing = false

  async rows({ range }: LogQuery, offset: number, limit: number, signal: AbortSignal) {
    this.offsets.push(offset)
    this.underWay += 1
    await sleep(1).finally(() => (this.underWay -= 1))
    if (signal.aborted) {
      this.aborted.push(offset)
      throw new DOMException('aborted', 'AbortError')
    }
    if (this.failing) throw new Error('the disk is away')
    const first = Date.parse(range.since) - START + offset
    return Array.from({ length: limit }, (_, index) => row(first + index))
  }

  counts(_query: LogQuery, bucket: { since: string; until: string }, stepMs: number): Promise<LogHistogram> {
    this.counted += 1
    const length = Date.parse(bucket.until) - Date.parse(bucket.since)
    const amounts = Array.from({ length: Math.ceil(length / stepMs) }, () => stepMs)
    return Promise.resolve({ origin: bucket.since, stepMs, total: length, counts: { SUCCESS: amounts } })
  }
}

function open(counts: LogHistogram | null = null) {
  const source = new Source()
  const arrived: [number, LogPage][] = []
  const loader = createLogPageLoader(
    QUERY,
    source,
    () => counts,
    (number, page) => arrived.push([number, page]),
  )
  const settle = async () => {
    do await sleep(20)
    while (source.underWay > 0)
  }
  return { source, arrived, loader, settle }
}

describe('the loader of log pages', () => {
  it('loads each page once and keeps it', async () => {
    const { source, arrived, loader, settle } = open()
    loader.want([0, 1])
    loader.want([1, 0])
    await settle()
    loader.want([0, 1])
    await settle()
    expect(source.offsets).toEqual([0, PAGE_ROWS])
    expect(arrived.map(([number]) => number)).toEqual([0, 1])
  })

  it('aborts pages that are no longer needed, and reports nothing of them', async () => {
    const { source, arrived, loader, settle } = open()
    loader.want([0])
    loader.want([7])
    await settle()
    expect(source.aborted).toEqual([0])
    expect(arrived.map(([number]) => number)).toEqual([7])
  })

  it('keeps the error of a page until it is asked to forget it', async () => {
    const { source, loader, settle } = open()
    source.failing = true
    loader.want([0])
    await settle()
    expect(loader.get(0)).toHaveProperty('error')
    source.failing = false
    loader.want([0])
    await settle()
    expect(loader.get(0)).toHaveProperty('error')
    loader.forgetErrors()
    loader.want([0])
    await settle()
    expect(loader.get(0)).toHaveProperty('rows')
  })

  it('reads a far page of a burst near its first row, with one finer count for its bucket', async () => {
    const whole = { origin: iso(START), stepMs: 1_000_000, total: 1_000_000, counts: { SUCCESS: [1_000_000] } }
    const { source, loader, settle } = open(whole)
    loader.want([5_000, 5_001])
    await settle()
    const page = loader.get(5_000)
    expect(page && 'rows' in page && page.rows[0]).toEqual(row(500_000))
    expect(Math.max(...source.offsets)).toBeLessThan(10_000)
    expect(source.counted).toBe(1)
  })
})
