import { createHmac, randomBytes } from 'node:crypto'
import { makeLimiter, type Limiter } from '#operations/memory/limiter.ts'

/**
 * Wrong passwords and codes per minute, after which none is checked until the minute is over. Ours, whether the limits of the interface
 * are on or off: the lockout of a password policy can be switched off, and holds for one person, not for the one who guesses.
 */
export const WRONG_PER_MINUTE = { login: 20, address: 100 } as const

/** Counters of each kind, chosen by a hash, so that made-up names fill no memory. */
const COUNTERS = 65_536

const SECOND_MS = 1_000

/** An attempt to sign in: the address and, if there is one, the login. */
interface Attempt {
  /** Null where it is not known. */
  readonly address: string | null
  /** As it is compared; absent for codes of devices, which belong to no person yet. */
  readonly login?: string
}

type Kind = keyof typeof WRONG_PER_MINUTE
type Counter = readonly [kind: Kind, key: string]

const SECRET_BYTES = 32

/** Counts wrong passwords and codes on the pages of sign-ins, against guessing. */
export class FailedAttempts {
  readonly #limiters: Readonly<Record<Kind, Limiter>> = {
    login: makeLimiter(WRONG_PER_MINUTE.login),
    address: makeLimiter(WRONG_PER_MINUTE.address),
  }
  /** WHY: else an address or a name could be chosen that shares the counter of somebody else, to keep them out. */
  readonly #secret = randomBytes(SECRET_BYTES)

  #keyOf(text: string): string {
    return String(createHmac('sha256', this.#secret).update(text).digest().readUInt32BE() % COUNTERS)
  }

  /** WHY the address first: who is over it must not use up the attempts of other people as well. */
  #countersOf({ address, login }: Attempt): readonly Counter[] {
    return [
      ['address', this.#keyOf(address ?? '')],
      ...(login === undefined ? [] : [['login', this.#keyOf(login)] as const]),
    ]
  }

  /**
   * Checks an attempt, unless there were too many wrong ones. WHY counted before it is known to be wrong: of many that come at once
   * none would be too many yet.
   * @param isRight checks it; a right one does not count
   * @returns seconds to wait; null if it was checked
   */
  async check(attempt: Attempt, isRight: () => Promise<boolean>): Promise<number | null> {
    const counters = this.#countersOf(attempt)
    for (const [kind, key] of counters) {
      const { used, resetsInMs } = await this.#limiters[kind].take(key)
      if (used > WRONG_PER_MINUTE[kind]) return Math.max(1, Math.ceil(resetsInMs / SECOND_MS))
    }
    if (await isRight()) for (const [kind, key] of counters) await this.#limiters[kind].giveBack(key)
    return null
  }
}

/** The message for a person who has to wait. */
export const tooManyAttempts = (seconds: number): string =>
  `There were too many wrong tries. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`
