import { targetOf } from '#contract/log/targets.ts'
import { systemContext, type Client } from '#audit-log/request-context.ts'
import type { Service } from '../service.ts'

/** The least time between two events: a guesser of tokens must not fill the log. */
const EVERY_MS = 60_000

/** What of a token that was recognized its event tells. */
interface Refused {
  id: string
  name: string
}

interface Counted {
  requests: number
  notedMs: number
}

/**
 * Notes refused tokens in the audit log: the first at once, those of the next minute by their number, with the one after them. Those
 * that are not known count together, each that does not work from where it was used by itself.
 */
export class RefusedTokens {
  readonly #service: Pick<Service, 'write' | 'clock'>
  readonly #onTrouble: (error: unknown) => void
  /** By id of the token, of which there are few; null for all that are not known. */
  readonly #counted = new Map<string | null, Counted>()

  constructor(service: Pick<Service, 'write' | 'clock'>, onTrouble: (error: unknown) => void) {
    this.#service = service
    this.#onTrouble = onTrouble
  }

  /**
   * @param client of the request that was refused; what it sent is told nowhere
   * @param token that does not work from there; null for one that is not known
   */
  note(client: Client, token: Refused | null): void {
    const key = token?.id ?? null
    const counted = this.#counted.get(key) ?? { requests: 0, notedMs: -Infinity }
    this.#counted.set(key, counted)
    counted.requests += 1
    const now = this.#service.clock()
    // A clock that was put back must not silence this.
    if (now >= counted.notedMs && now - counted.notedMs < EVERY_MS) return
    const { requests } = counted
    Object.assign(counted, { requests: 0, notedMs: now })
    const context = Object.freeze({ ...systemContext(), client })
    this.#service
      .write(context, async (tx) =>
        tx.record({
          type: 'gatehouse.api_token.refuse',
          targets: token ? [targetOf('apiToken', token)] : [],
          outcome: { result: 'DENY', reason: token ? `It does not work from ${client.ip}` : null },
          debugData: { requests },
        }),
      )
      .catch(this.#onTrouble)
  }
}
