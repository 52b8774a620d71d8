/** One look at both clocks, in milliseconds. */
export interface ClockReading {
  /** By a clock that is never set. */
  steady: number
  /** By the clock of the machine, since the epoch. */
  now: number
}

/** What this run knows of its clock. */
export interface ClockWatch {
  /** Milliseconds by a clock that is never set. */
  readonly steady: () => number
  /** When it was read last, by that clock; null before. */
  readAt: number | null
  /** As of the last write, or the start. */
  seen: ClockReading
}
