import type { TokenUse } from '#contract/access/api-token.ts'

/** A use is written into the table once in this time: else each would be a write for every read. */
const WRITE_EVERY_MS = 3_600_000

interface LastUse {
  timeMs: number
  address: string
  writtenMs: number
}

/** The last use of each API token in this run, to the second; the table is told once an hour. */
export class TokenUses {
  readonly #last = new Map<string, LastUse>()

  /** @returns whether the table is to be told now, as the caller then does */
  note(tokenId: string, timeMs: number, address: string): boolean {
    const use = this.#last.get(tokenId) ?? { timeMs, address, writtenMs: -Infinity }
    this.#last.set(tokenId, use)
    use.timeMs = timeMs
    use.address = address
    const sinceMs = timeMs - use.writtenMs
    // A clock that was put back must not silence this.
    if (sinceMs >= 0 && sinceMs < WRITE_EVERY_MS) return false
    use.writtenMs = timeMs
    return true
  }

  /** Null for a token that was not used in this run. */
  of(tokenId: string): TokenUse | null {
    const last = this.#last.get(tokenId)
    return last ? { time: new Date(last.timeMs).toISOString(), address: last.address } : null
  }
}
