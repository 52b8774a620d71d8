/** What a reply tells of a limit that its request counted against. */
export interface ToldLimit {
  /** Requests in one window. */
  limit: number
  remaining: number
  /** When the window ends as the remote writes it, in seconds: which window it is. */
  reset: number
  /** The same by our steady clock, in milliseconds; rather late than early. */
  endsAt: number
}

/** Operations that count together as far as is known, among others that may count with them. */
export interface Lane {
  readonly group: string
  readonly name: string
}

/** Whether a request may be sent now, else when to ask again; null: after the next reply. */
type Turn = { go: true } | { go: false; waitMs: number | null }

interface Window {
  reset: number
  endsAt: number
  /** Requests of this lane that have counted against it. */
  settled: number
  /** Replies that told of it. */
  told: number
  remaining: number
}

interface LaneState {
  inFlight: number
  /** When requests ended without an answer, since the last one that had one: whether and where they counted is not known. */
  unanswered: number[]
  /** By their limits: a request may count against several, and a reply tells of one. */
  readonly windows: Map<number, Window>
  closedUntil: number
  /** Whether replies tell of no limit. */
  isFree: boolean
}

/** Seconds by which a remote may write the end of one window differently: it rounds, and computes it for each reply. */
const SAME_WINDOW_S = 2
/** Windows are taken to be no longer, where nothing else is known of them. */
const LONGEST_WINDOW_MS = 120_000
/** Limits of one lane that are remembered. */
const MOST_LIMITS = 16
/** So many replies in one window, each of which says that nothing but its own request has counted: the limit is told of, and not enforced. */
const TELLING_REPLIES = 20
const GO: Turn = { go: true }
const later = (waitMs: number | null): Turn => ({ go: false, waitMs })

/**
 * Holds requests to a share of the limits of a remote, which it learns from replies. A pure state machine over a clock that is passed in.
 *
 * INVARIANT: in no window of the remote more requests count than its share of the limit allows, one at the least. So a request in
 * flight counts in each window that it may fall into; where no current window is known, one request at a time finds out; lanes whose
 * replies tell of the same limit and end are taken for one bucket.
 */
export class RateLimiter {
  readonly #percent: number
  readonly #lanes = new Map<string, Map<string, LaneState>>()

  constructor({ percent }: { percent: number }) {
    this.#percent = percent
  }

  /** The most that is used of a limit in one window. */
  budget(limit: number): number {
    return Math.max(1, Math.floor((limit * this.#percent) / 100))
  }

  /** Asks for a turn; each that is given is to be followed by {@link settle}. */
  take(lane: Lane, now: number): Turn {
    const state = this.#stateOf(lane)
    if (now < state.closedUntil) return later(state.closedUntil - now)
    if (state.isFree) {
      state.inFlight += 1
      return GO
    }
    for (const other of this.#lanesOf(lane.group))
      other.unanswered = other.unanswered.filter((at) => now - at < LONGEST_WINDOW_MS)
    const possible = this.#windowsFor(lane, state, now)
    const turn = possible.length > 0 ? this.#within(lane, possible, now) : this.#probe(lane)
    const isKnown = currentOf(state, now).length > 0
    if (turn.go && !isKnown && state.inFlight > 0) return later(null)
    if (turn.go) state.inFlight += 1
    return turn
  }

  /** A request has ended. @param told null without an answer, or where that tells of no limit @param isAnswered whether there was one */
  settle(lane: Lane, told: ToldLimit | null, { isAnswered, now }: { isAnswered: boolean; now: number }): void {
    const state = this.#stateOf(lane)
    state.inFlight -= 1
    const others = currentOf(state, now).filter(([limit]) => limit !== told?.limit)
    for (const [, window] of others) window.settled += 1
    state.isFree = isAnswered && !told && state.windows.size === 0
    if (told) learn(state, told)
    else if (!isAnswered && others.length === 0) state.unanswered.push(now)
  }

  /** A request was refused: none follows before a moment. */
  close(lane: Lane, until: number): void {
    const state = this.#stateOf(lane)
    state.closedUntil = Math.max(state.closedUntil, until)
  }

  /** The limits that are known, for people. */
  known(): { bucket: string; limit: number; remaining: number; ours: number }[] {
    return [...this.#lanes.values()].flatMap((lanes) =>
      [...lanes].flatMap(([bucket, { windows }]) =>
        [...windows].map(([limit, { remaining }]) => ({ bucket, limit, remaining, ours: this.budget(limit) })),
      ),
    )
  }

  /**
   * The windows that a request may fall into: those of its limits, also of other lanes of the group. WHY also while one of its own is
   * current: that may have ended already at the remote, and what others were told of be the next one.
   */
  #windowsFor({ group }: Lane, state: LaneState, now: number): [number, Window][] {
    const all = [...this.#lanesOf(group)].flatMap((other) => currentOf(other, now))
    return all.filter(([limit]) => mayCountIn(state, limit))
  }

  #within({ group }: Lane, possible: readonly [number, Window][], now: number): Turn {
    const full = possible.filter(([limit, window]) => this.#roomIn(group, limit, window) <= 0)
    return full.length === 0 ? GO : later(Math.max(...full.map(([, { endsAt }]) => endsAt - now)))
  }

  /** No window is known that it could fall into: one request of the group finds out. */
  #probe({ group }: Lane): Turn {
    return [...this.#lanesOf(group)].some(({ inFlight }) => inFlight > 0) ? later(null) : GO
  }

  #roomIn(group: string, limit: number, { reset, remaining }: Window): number {
    let [settled, told, least, inFlight] = [0, 0, remaining, 0]
    for (const other of this.#lanesOf(group)) {
      const same = other.windows.get(limit)
      if (same && isSameWindow(same.reset, reset)) {
        settled += same.settled
        told += same.told
        least = Math.min(least, same.remaining)
      }
      if (mayCountIn(other, limit)) inFlight += other.inFlight + other.unanswered.length
    }
    const isCounting = told < TELLING_REPLIES || least < limit - 1
    return Math.min(this.budget(limit) - (isCounting ? settled : 0), least) - inFlight
  }

  #lanesOf(group: string): Iterable<LaneState> {
    return this.#lanes.get(group)?.values() ?? []
  }

  #stateOf({ group, name }: Lane): LaneState {
    const lanes = this.#lanes.get(group) ?? new Map<string, LaneState>()
    this.#lanes.set(group, lanes)
    const state = lanes.get(name) ?? { inFlight: 0, unanswered: [], windows: new Map(), closedUntil: 0, isFree: false }
    lanes.set(name, state)
    return state
  }
}

const isSameWindow = (a: number, b: number) => Math.abs(a - b) <= SAME_WINDOW_S

/** Whether requests of a lane may count against a limit: those of one that knows none may count against any. */
const mayCountIn = ({ windows }: LaneState, limit: number) => windows.size === 0 || windows.has(limit)

const currentOf = ({ windows }: LaneState, now: number): [number, Window][] =>
  [...windows].filter(([, { endsAt }]) => now < endsAt)

function learn(state: LaneState, { limit, remaining, reset, endsAt }: ToldLimit): void {
  const known = state.windows.get(limit)
  if (known && isSameWindow(known.reset, reset)) {
    known.settled += 1
    known.told += 1
    // Replies may overtake each other.
    known.remaining = Math.min(known.remaining, remaining)
    known.endsAt = Math.max(known.endsAt, endsAt)
    return
  }
  // It counted in a window that is over.
  if (known && reset < known.reset) return
  state.windows.set(limit, { reset, endsAt, remaining, told: 1, settled: 1 + state.unanswered.length })
  state.unanswered = []
  // A remote that tells of another limit each time must not fill the memory.
  if (state.windows.size > MOST_LIMITS) state.windows.delete([...state.windows.keys()][0] as number)
}
