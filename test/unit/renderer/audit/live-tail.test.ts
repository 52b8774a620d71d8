// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, nextTick, shallowRef, type EffectScope } from 'vue'
import { useLiveTail } from '#ui/features/audit/table/useLiveTail.ts'

const PAGE = 500
const TURN_MS = 2_000

/** The service's side of the log: events by number, of which some pages fail. */
let written = 0
let failsAfter: ReadonlySet<number>
let scope: EffectScope

function answer(address: string): Promise<Response> {
  const after = Number(new URL(address, 'http://x').searchParams.get('after') ?? 0)
  if (failsAfter.has(after)) return Promise.resolve(Response.json({ errorSummary: 'No.' }, { status: 500 }))
  const end = Math.min(written, after + PAGE)
  const events = Array.from({ length: end - after }, (_, index) => ({ uuid: String(after + index + 1) }))
  const link = `<http://x/api/v1/logs?after=${end}>; rel="next"`
  return Promise.resolve(Response.json(events, { headers: { Link: link } }))
}

function follow() {
  const query = shallowRef({ range: { since: 'a', until: 'b' }, filter: '', q: '', newestFirst: true })
  const paused = shallowRef(false)
  const tail = scope.run(() =>
    useLiveTail(
      () => query.value as never,
      () => true,
      () => paused.value,
    ),
  )!
  return { tail, query, paused }
}

beforeEach(() => {
  ;[written, failsAfter, scope] = [0, new Set(), effectScope()]
  vi.useFakeTimers()
  vi.stubGlobal('fetch', answer)
})
afterEach(() => {
  scope.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the live tail', () => {
  it('keeps the pages that were read before one failed, and goes on behind them', async () => {
    written = 700
    failsAfter = new Set([PAGE])
    const { tail } = follow()
    await vi.advanceTimersByTimeAsync(0)
    expect(tail.failing.value).toBe(true)
    expect(tail.head.value).toHaveLength(PAGE)
    failsAfter = new Set()
    await vi.advanceTimersByTimeAsync(TURN_MS)
    expect(tail.failing.value).toBe(false)
    expect(tail.head.value.map(({ uuid }) => Number(uuid))).toEqual(Array.from({ length: 700 }, (_, i) => 700 - i))
  })

  it('marks all events of a turn as fresh, whatever the number of its pages', async () => {
    written = 700
    const { tail } = follow()
    await vi.advanceTimersByTimeAsync(0)
    expect(tail.fresh.value.size).toBe(700)
    written = 701
    await vi.advanceTimersByTimeAsync(TURN_MS)
    expect([...tail.fresh.value]).toEqual(['701'])
  })

  it('lets new events wait while it is paused', async () => {
    const { tail, paused } = follow()
    paused.value = true
    written = 3
    await vi.advanceTimersByTimeAsync(TURN_MS)
    expect([tail.head.value.length, tail.waiting.value]).toEqual([0, 3])
    paused.value = false
    await nextTick()
    expect(tail.head.value.map(({ uuid }) => uuid)).toEqual(['3', '2', '1'])
  })
})
