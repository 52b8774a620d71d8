import { systemContext, type Client } from '#audit-log/request-context.ts'
import type { Service } from '../service.ts'

/** The least time between two events: a guesser of tokens must not fill the log. */
const EVERY_MS = 60_000

/** Notes refused tokens in the audit log: the first at once, those of the next minute by their number, with the one after them. */
export class RefusedTokens {
  readonly #service: Pick<Service, 'write' | 'clock'>
  readonly #onTrouble: (error: unknown) => void
  #count = 0
  #notedMs = -Infinity

  constructor(service: Pick<Service, 'write' | 'clock'>, onTrouble: (error: unknown) => void) {
    this.#service = service
    this.#onTrouble = onTrouble
  }

  /** @param client of the request that was refused; its token is told nowhere */
  note(client: Client): void {
    this.#count += 1
    const now = this.#service.clock()
    // A clock that was put back must not silence this.
    if (now >= this.#notedMs && now - this.#notedMs < EVERY_MS) return
    this.#notedMs = now
    const requests = this.#count
    this.#count = 0
    const context = Object.freeze({ ...systemContext(), client })
    this.#service
      .write(context, async (tx) =>
        tx.record({
          type: 'gatehouse.api_token.refuse',
          targets: [],
          outcome: { result: 'DENY', reason: null },
          debugData: { requests },
        }),
      )
      .catch(this.#onTrouble)
  }
}
