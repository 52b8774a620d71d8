/** What this run knows of its clock. */
export interface ClockWatch {
  /** Milliseconds by a clock that is never set. */
  readonly steady: () => number
  /** When it was read last, by that clock; null before. */
  readAt: number | null
}
