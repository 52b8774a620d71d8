/** Half of the second to which `Date` is cut. */
const HALF_SECOND_MS = 500

/** The clock of a remote, which may differ from ours by any time: learnt from `Date` of its answers. */
export class RemoteClock {
  readonly #clock: () => number
  /** By how much it is ahead of ours, in milliseconds; null until the first answer. */
  differenceMs: number | null = null

  /** @param clock ours, milliseconds since the epoch */
  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** Milliseconds since the epoch, to the second. */
  now(): number {
    return this.#clock() + (this.differenceMs ?? 0)
  }

  /** @param date the header; nothing is learnt where it is missing or unreadable @param tookMs between the request and the answer */
  learn(date: string | null, tookMs: number): void {
    const theirs = date === null ? NaN : Date.parse(date)
    if (Number.isNaN(theirs)) return
    this.differenceMs = Math.round(theirs + HALF_SECOND_MS - (this.#clock() - tookMs / 2))
  }
}
