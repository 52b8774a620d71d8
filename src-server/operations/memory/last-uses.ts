import type { LastUse } from '#contract/credentials/last-use.ts'

/** A use is written into the table once in this time: else each would be a write for every read. */
const WRITE_EVERY_MS = 3_600_000

interface Noted {
  timeMs: number
  address: string
  writtenMs: number
}

/** The last use of each token, secret or key in this run, to the second; the table is told once an hour. */
export class LastUses {
  readonly #last = new Map<string, Noted>()

  /** @returns whether the table is to be told now, as the caller then does */
  note(id: string, timeMs: number, address: string): boolean {
    const use = this.#last.get(id) ?? { timeMs, address, writtenMs: -Infinity }
    this.#last.set(id, use)
    use.timeMs = timeMs
    use.address = address
    const sinceMs = timeMs - use.writtenMs
    // A clock that was put back must not silence this.
    if (sinceMs >= 0 && sinceMs < WRITE_EVERY_MS) return false
    use.writtenMs = timeMs
    return true
  }

  /** Null for what was not used in this run. */
  of(id: string): LastUse | null {
    const last = this.#last.get(id)
    return last ? { time: new Date(last.timeMs).toISOString(), address: last.address } : null
  }
}
