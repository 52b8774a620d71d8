// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, ref, shallowRef } from 'vue'
import AuditEmpty from '#ui/features/audit/AuditEmpty.vue'
import { looserQueries } from '#ui/features/audit/looser-queries.ts'
import { preset } from '#ui/features/audit/time-range.ts'
import { useAuditCounts } from '#ui/features/audit/useAuditCounts.ts'

const SHOWN = { since: '2026-11-20T12:00:00.000Z', until: '2026-11-21T12:00:00.000Z', runs: true }

let asked: { url: URL; signal: AbortSignal | undefined }[] = []
/** How many events there are by filter; all others have none. */
let totals: Record<string, number> = {}

beforeEach(() => {
  asked = []
  totals = { '': 42 }
  vi.useFakeTimers({ now: Date.parse(SHOWN.until) })
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    const url = new URL(path, 'http://log.test')
    asked.push({ url, signal: init?.signal ?? undefined })
    const { origin, stepMs, since, filter = '' } = Object.fromEntries(url.searchParams)
    const total = totals[filter] ?? 0
    const counts = total ? { SUCCESS: [total] } : {}
    const histogram = { origin: origin ?? since, stepMs: Number(stepMs), total, counts }
    return Promise.resolve(Response.json(url.pathname.endsWith('/facets') ? [] : histogram))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const histograms = () => asked.filter(({ url }) => url.pathname.endsWith('/histogram'))

async function counting({ live = false } = {}) {
  const [shown, filter, q, isLive] = [shallowRef(SHOWN), ref(''), ref(''), ref(live)]
  let counts!: ReturnType<typeof useAuditCounts>
  mount(
    defineComponent({
      setup() {
        counts = useAuditCounts(shown, filter, q, isLive)
        return () => null
      },
    }),
  )
  await flushPromises()
  return { counts, shown, filter, q }
}

describe('the counts of the audit page', () => {
  it('ask for whole buckets of round bars, and sum them', async () => {
    const { counts } = await counting()
    const query = Object.fromEntries(histograms()[0]?.url.searchParams ?? [])
    expect(query).toMatchObject({ since: SHOWN.since, until: SHOWN.until })
    expect(Date.parse(query['origin'] ?? '')).toBeLessThanOrEqual(Date.parse(SHOWN.since))
    expect((15 * 60_000) % Number(query['stepMs'])).toBe(0)
    expect(counts.overTime.data.value?.bars[0]?.total).toBe(42)
    expect(counts.ofRange.value?.total).toBe(42)
  })

  it('are asked once for changes that come together, and what was asked before is given up', async () => {
    const { counts, filter, q } = await counting()
    filter.value = 'severity eq "WARN"'
    q.value = 'ad'
    await vi.advanceTimersByTimeAsync(100)
    q.value = 'ada'
    expect(counts.stale.value).toBe(true)
    expect(counts.overTime.data.value?.histogram.total).toBe(42)
    const isBusy = () => [counts.overTime.loading.value, counts.facets.loading.value]
    expect(isBusy(), 'also before they are asked for').toEqual([true, true])
    await vi.advanceTimersByTimeAsync(200)
    await flushPromises()
    expect(histograms()).toHaveLength(2)
    expect(histograms()[1]?.url.searchParams.get('q')).toBe('ada')
    expect(counts.stale.value).toBe(false)
    expect(isBusy()).toEqual([false, false])
  })

  it('of a former query are not taken for those of the query that came meanwhile', async () => {
    const { counts, filter } = await counting()
    const answers: (() => void)[] = []
    const answer = globalThis.fetch
    vi.stubGlobal('fetch', (...asked: Parameters<typeof fetch>) =>
      new Promise<void>((resolve) => answers.push(resolve)).then(() => answer(...asked)),
    )
    totals = { 'severity eq "WARN"': 3, 'severity eq "ERROR"': 1 }
    filter.value = 'severity eq "WARN"'
    await vi.advanceTimersByTimeAsync(200)
    filter.value = 'severity eq "ERROR"'
    for (const go of answers.splice(0)) go()
    await flushPromises()
    expect(counts.ofRange.value).toBeNull()
    await vi.advanceTimersByTimeAsync(200)
    for (const go of answers.splice(0)) go()
    await flushPromises()
    expect(counts.ofRange.value?.total).toBe(1)
  })

  it('go on while the log is followed, yet the table keeps those of its own range', async () => {
    const { counts } = await counting({ live: true })
    totals = { '': 50 }
    await vi.advanceTimersByTimeAsync(5_100)
    await flushPromises()
    expect(Date.parse(histograms().at(-1)?.url.searchParams.get('until') ?? '')).toBeGreaterThan(
      Date.parse(SHOWN.until),
    )
    expect(counts.overTime.data.value?.histogram.total).toBe(50)
    expect(counts.ofRange.value?.total).toBe(42)
    expect(counts.stale.value).toBe(false)
  })

  it('rest while nothing is followed', async () => {
    await counting()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(histograms()).toHaveLength(1)
  })
})

const FILTER = 'severity eq "WARN" and outcome.result eq "FAILURE"'

describe('an empty result', () => {
  it('tries the words and each condition, at most five', () => {
    expect(looserQueries(FILTER, ' ada ')).toEqual([
      { filter: FILTER, q: '', leftOut: '“ada”' },
      { filter: 'outcome.result eq "FAILURE"', q: ' ada ', leftOut: 'severity eq "WARN"' },
      { filter: 'severity eq "WARN"', q: ' ada ', leftOut: 'outcome.result eq "FAILURE"' },
    ])
    const many = Array.from({ length: 9 }, (_, index) => `target.id eq "t${index}"`).join(' and ')
    expect(looserQueries(many, '')).toHaveLength(5)
    expect(looserQueries('', '')).toEqual([])
  })

  it('names the part without which there would be events, the most first, and leaves it out at a click', async () => {
    totals = { 'severity eq "WARN"': 3, 'outcome.result eq "FAILURE"': 1_203 }
    const props = { choice: preset('day'), range: SHOWN, filter: FILTER, q: '' }
    const page = mount(AuditEmpty, { props })
    await flushPromises()
    const parts = page.findAll('li')
    expect(parts.map((part) => part.text())).toEqual([
      expect.stringContaining(`without severity eq "WARN": ${(1_203).toLocaleString()} events`),
      expect.stringContaining('without outcome.result eq "FAILURE": 3 events'),
    ])
    await parts[0]!.get('button').trigger('click')
    expect(page.emitted('loosen')?.[0]).toEqual([expect.objectContaining({ filter: 'outcome.result eq "FAILURE"' })])
  })

  it('says so when no one part is to blame, and offers more time', async () => {
    totals = {}
    const page = mount(AuditEmpty, { props: { choice: preset('day'), range: SHOWN, filter: FILTER, q: '' } })
    await flushPromises()
    expect(page.text()).toContain('even without any one part of it')
    await page
      .findAll('button')
      .find((button) => button.text().includes('last 7 days'))!
      .trigger('click')
    expect(page.emitted('widen')?.[0]).toEqual([preset('week')])
  })
})
