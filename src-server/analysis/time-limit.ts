/** Thrown where a question takes longer than it may: it is not decided. */
export class TimeUpError extends Error {
  constructor() {
    super('the time for this question is over')
    this.name = 'TimeUpError'
  }
}

/** What tells time, and what ends work that looks at none. */
export interface Time {
  /** Milliseconds, from any moment on. */
  clock: () => number
  /** Does work, and ends it in its midst where it takes longer: then null. */
  endAfter: <T>(ms: number, work: () => T) => { value: T } | null
}

/** How long each question to a solver may take. */
export interface TimeLimit {
  /** Begins a question. */
  begin(): void
  /** @throws TimeUpError where the time of the question is over */
  check(): void
  /**
   * Does a part of the question. It may be ended anywhere, so what it has half done is to be thrown away; work inside of it is a part of it.
   * @throws TimeUpError where the time is over before or meanwhile
   */
  within<T>(work: () => T): T
}

export function timeLimit(mostMs: number, { clock, endAfter }: Time): TimeLimit {
  let ends = clock() + mostMs
  let isInside = false
  const left = () => {
    const ms = ends - clock()
    if (ms <= 0) throw new TimeUpError()
    return ms
  }
  return {
    begin: () => void (ends = clock() + mostMs),
    check: () => void left(),
    within(work) {
      const ms = left()
      if (isInside) return work()
      isInside = true
      try {
        const done = endAfter(ms, work)
        if (done === null) throw new TimeUpError()
        return done.value
      } finally {
        isInside = false
      }
    },
  }
}

/** For questions that may take as long as they like. */
export const NO_LIMIT: TimeLimit = { begin: () => {}, check: () => {}, within: (work) => work() }

/**
 * Goes through steps, each a question of its own.
 * @throws TimeUpError for one that takes too long; the steps can be used no more
 */
export function* eachInTime<T>(steps: Generator<T>, limit: TimeLimit): Generator<T> {
  for (;;) {
    limit.begin()
    const step = limit.within(() => steps.next())
    if (step.done) return
    yield step.value
  }
}

/** What comes of work; null where there was no time for all of it. */
export function inTime<T>(work: () => T): { value: T } | null {
  try {
    return { value: work() }
  } catch (error) {
    if (error instanceof TimeUpError) return null
    throw error
  }
}
