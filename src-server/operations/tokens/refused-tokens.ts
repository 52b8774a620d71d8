import { targetOf } from '#contract/log/targets.ts'
import { systemContext, type Client } from '#audit-log/request-context.ts'
import { CountedEvents } from '../service/counted-events.ts'
import type { Service } from '../service/service.ts'

/** What of a token that was recognized its event tells. */
interface Refused {
  id: string
  name: string
}

/** Why a token that was recognized is refused. */
type TokenRefusal = { token: Refused; why: 'address' | 'person' }

/**
 * Notes refused tokens in the audit log. Those that are not known count together, each that does not work from where it was used, or
 * whose person cannot sign in, by itself.
 */
export class RefusedTokens {
  readonly #events: CountedEvents

  constructor(service: Pick<Service, 'write' | 'clock'>, onTrouble: (error: unknown) => void) {
    this.#events = new CountedEvents(service, onTrouble)
  }

  /**
   * @param client of the request that was refused; what it sent is told nowhere
   * @param refusal null for a token that is not known
   */
  note(client: Client, refusal: TokenRefusal | null): void {
    const reasons = {
      address: `It does not work from ${client.ip}`,
      person: 'Its person cannot sign in, or its client is not active',
    }
    this.#events.note(
      refusal ? `${refusal.token.id} ${refusal.why}` : 'unknown',
      () => Object.freeze({ ...systemContext(), client }),
      {
        type: 'gatehouse.api_token.refuse',
        targets: refusal ? [targetOf('apiToken', refusal.token)] : [],
        outcome: { result: 'DENY', reason: refusal && reasons[refusal.why] },
      },
    )
  }
}
