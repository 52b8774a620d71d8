import { ApiError } from '#contract/interface/api-error.ts'
import { makeLimiter } from '#operations/memory/limiter.ts'

/** Wrong secrets of one client per minute, before it has to wait (RFC 6749 §2.3.1). Ours: the interface gives no figure. */
const PER_MINUTE = 100

/** Counts wrong secrets by client, against guessing. Keys cannot be guessed and are not counted. */
export class FailedSecrets {
  readonly #counted = makeLimiter(PER_MINUTE)

  /** @throws ApiError E0000047 */
  async assertFew(clientId: string): Promise<void> {
    const minute = await this.#counted.peek(clientId)
    if (minute && minute.used >= PER_MINUTE) throw new ApiError('E0000047')
  }

  async note(clientId: string): Promise<void> {
    await this.#counted.take(clientId)
  }
}
