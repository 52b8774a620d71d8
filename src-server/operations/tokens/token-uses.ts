import type { TokenUse } from '#contract/access/api-token.ts'

/**
 * The last use of each API token in this run, to the second. WHY in memory: each use would be a write for every read; the table is
 * told once an hour.
 */
export class TokenUses {
  readonly #last = new Map<string, { timeMs: number; address: string }>()

  note(tokenId: string, timeMs: number, address: string): void {
    const known = this.#last.get(tokenId)
    if (!known) return void this.#last.set(tokenId, { timeMs, address })
    known.timeMs = timeMs
    known.address = address
  }

  /** Null for a token that was not used in this run. */
  of(tokenId: string): TokenUse | null {
    const last = this.#last.get(tokenId)
    return last ? { time: new Date(last.timeMs).toISOString(), address: last.address } : null
  }
}
