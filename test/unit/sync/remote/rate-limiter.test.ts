import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RateLimiter, type Lane, type ToldLimit } from '#sync/remote/rate-limiter.ts'
import { runs } from '../../../helpers/runs.ts'

const LANE: Lane = { group: 'users', name: 'users' }
const MINUTE = 60_000
const told = (over: Partial<ToldLimit> = {}): ToldLimit => ({
  limit: 10,
  remaining: 9,
  reset: 60,
  endsAt: MINUTE,
  ...over,
})
const ANSWERED = { isAnswered: true, now: 0 }

describe('a limiter', () => {
  it('sends one request at a time until it knows the limit', () => {
    const limiter = new RateLimiter({ percent: 50 })
    expect(limiter.take(LANE, 0)).toEqual({ go: true })
    expect(limiter.take(LANE, 0)).toEqual({ go: false, waitMs: null })
    limiter.settle(LANE, told(), ANSWERED)
    expect(limiter.take(LANE, 0)).toEqual({ go: true })
    expect(limiter.take(LANE, 0)).toEqual({ go: true })
  })

  it('waits for the end of the window once its share is used, also while requests are in flight', () => {
    const limiter = new RateLimiter({ percent: 50 })
    limiter.take(LANE, 0)
    limiter.settle(LANE, told(), ANSWERED)
    for (let count = 0; count < 4; count++) expect(limiter.take(LANE, 0)).toEqual({ go: true })
    expect(limiter.take(LANE, 1_000)).toEqual({ go: false, waitMs: MINUTE - 1_000 })
    expect(limiter.known()).toEqual([{ bucket: 'users', limit: 10, remaining: 9, ours: 5 }])
  })

  it('takes nothing that others have used', () => {
    const limiter = new RateLimiter({ percent: 50 })
    limiter.take(LANE, 0)
    limiter.settle(LANE, told({ remaining: 1 }), ANSWERED)
    expect(limiter.take(LANE, 0)).toEqual({ go: true })
    expect(limiter.take(LANE, 0)).toEqual({ go: false, waitMs: MINUTE })
  })

  it('goes on where a limit is told of that nothing counts against, and holds to it once something does', () => {
    const limiter = new RateLimiter({ percent: 50 })
    const ask = (remaining: number) => {
      const { go } = limiter.take(LANE, 0)
      if (go) limiter.settle(LANE, told({ limit: 60, remaining }), ANSWERED)
      return go
    }
    expect(Array.from({ length: 100 }, () => ask(59)).every(Boolean)).toBe(true)
    expect([ask(57), ask(57)]).toEqual([true, false])
  })

  it('waits as long as a refusal says', () => {
    const limiter = new RateLimiter({ percent: 50 })
    limiter.take(LANE, 0)
    limiter.settle(LANE, null, ANSWERED)
    limiter.close(LANE, 7_000)
    expect(limiter.take(LANE, 1_000)).toEqual({ go: false, waitMs: 6_000 })
    expect(limiter.take(LANE, 7_000)).toEqual({ go: true })
  })
})

it('what is never answered holds up others for a while, not for good', () => {
  const limiter = new RateLimiter({ percent: 50 })
  const [silent, other] = [
    { group: 'other', name: 'a' },
    { group: 'other', name: 'b' },
  ]
  for (let count = 0; count < 9; count++) {
    expect(limiter.take(silent, 0)).toEqual({ go: true })
    limiter.settle(silent, null, { isAnswered: false, now: 0 })
  }
  limiter.take(other, 0)
  limiter.settle(other, told(), ANSWERED)
  expect(limiter.take(other, 0)).toEqual({ go: false, waitMs: MINUTE })
  expect(limiter.take(other, 3 * MINUTE)).toEqual({ go: true })
})

/** Two lanes of one group, which may or may not count together, and one of another group. */
const LANES: readonly Lane[] = [
  { group: 'other', name: 'policies' },
  { group: 'other', name: 'zones' },
  { group: 'logs', name: 'logs' },
]

interface Bucket {
  limit: number
  lengthS: number
  offsetS: number
}

const buckets = fc.record({
  limit: fc.integer({ min: 1, max: 12 }),
  lengthS: fc.integer({ min: 5, max: 60 }),
  offsetS: fc.integer({ min: 0, max: 59 }),
})
interface World {
  percent: number
  buckets: [Bucket, Bucket, Bucket]
  shared: boolean
  requests: { lane: number; thereMs: number; backMs: number; isLost: boolean }[]
  others: number
}
const worlds: fc.Arbitrary<World> = fc.record({
  percent: fc.integer({ min: 1, max: 100 }),
  buckets: fc.tuple(buckets, buckets, buckets),
  /** Of each lane, its bucket. */
  shared: fc.boolean(),
  /** Of each request in turn: its lane, how long it takes there and back, and whether the answer is lost. */
  requests: fc.array(
    fc.record({
      lane: fc.integer({ min: 0, max: 2 }),
      thereMs: fc.integer({ min: 0, max: 1_500 }),
      backMs: fc.integer({ min: 0, max: 4_000 }),
      isLost: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    }),
    { minLength: 1, maxLength: 60 },
  ),
  /** Requests of others at the same buckets. */
  others: fc.integer({ min: 0, max: 3 }),
})

/** The windows of a remote as it counts them, naively: by bucket and window, our requests and those of all. */
function play({ percent, buckets, shared, requests, others }: World) {
  const limiter = new RateLimiter({ percent })
  const bucketOf = (lane: number): Bucket => buckets[shared && lane < 2 ? 0 : lane] as Bucket
  const counts = new Map<string, { ours: number; all: number; allowed: number; refused: number }>()
  const arrivals: { at: number; run: () => void }[] = []
  const waiting = requests.map((request, index) => ({ ...request, index }))
  let now = 0
  const arrive = ({ lane, backMs, isLost }: (typeof waiting)[number]) => {
    const { limit, lengthS, offsetS } = bucketOf(lane)
    const window = Math.floor((now / 1_000 + offsetS) / lengthS)
    const reset = (window + 1) * lengthS - offsetS + 1_000_000
    const key = `${buckets.indexOf(bucketOf(lane))}/${window}`
    const count = counts.get(key) ?? { ours: 0, all: others, allowed: limiter.budget(limit), refused: 0 }
    counts.set(key, count)
    // WHY not a lost one: where nothing is known, what is never answered teaches nothing, and has to be tried again.
    if (!isLost) count.ours += 1
    count.all += 1
    if (count.all > limit) count.refused += 1
    const dateS = Math.floor(now / 1_000) + 1_000_000
    const remaining = Math.max(0, limit - count.all)
    const isRefused = count.all > limit
    const there = LANES[lane] as Lane
    arrivals.push({
      at: now + backMs,
      run: () => {
        const end = now + (reset - dateS) * 1_000
        limiter.settle(there, isLost ? null : { limit, remaining, reset, endsAt: end }, { isAnswered: !isLost, now })
        if (isRefused && !isLost) limiter.close(there, end)
      },
    })
  }
  for (let step = 0; waiting.length + arrivals.length > 0; step++) {
    if (step > 20_000) throw new Error('the requests do not come to an end')
    const next = waiting.find(({ lane }) => limiter.take(LANES[lane] as Lane, now).go)
    if (next) {
      waiting.splice(waiting.indexOf(next), 1)
      arrivals.push({ at: now + next.thereMs, run: () => arrive(next) })
    }
    const due = arrivals.sort((a, b) => a.at - b.at)[0]
    if (due && (!next || due.at <= now)) {
      arrivals.shift()
      now = Math.max(now, due.at)
      due.run()
    } else if (!next) now += 250
  }
  return [...counts.values()]
}

it('never uses more than its share in any window of a remote, whatever is overtaken or lost, and comes to an end', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      for (const { ours, allowed } of play(world)) expect(ours).toBeLessThanOrEqual(allowed)
    }),
    { numRuns: runs() },
  )
})
