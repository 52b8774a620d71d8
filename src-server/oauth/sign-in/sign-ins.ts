import { LRUCache } from 'lru-cache'
import type { Proof } from '#contract/policy/proof.ts'
import type { MethodName } from '#policy/index.ts'

/** Pending sign-ins at a time; beyond that, the oldest start over. */
const MOST = 2_000
/** Milliseconds, as long as the library stores the request of a sign-in. */
const LASTS_MS = 3_600_000

/** A code generator that is being set up. */
export interface SetUp {
  readonly key: MethodName['key']
  /** Base32. */
  readonly secret: string
  readonly uri: string
}

/** A pending sign-in, only in memory: after a restart it starts over. */
export interface SignIn {
  readonly uid: string
  /** Milliseconds since the epoch. */
  readonly startedMs: number
  /** What the person typed as their name; null until then. */
  identifier: string | null
  /** Whose it is; null while that is not known, and where there is no such person. */
  userId: string | null
  /** What they have proved, in their session or since. */
  proofs: readonly Proof[]
  /** The session that it goes on from; null where it begins one. */
  sessionId: string | null
  /** How long that session had not been used when the sign-in began, in milliseconds. */
  idleMs: number
  /** What they have chosen to prove next; null: the page lets them choose. */
  chosen: MethodName | null
  setUp: SetUp | null
  /** A password that was right and has expired: the next one replaces it. */
  expiredPassword: string | null
  /** Whether the person wants this device to be remembered. */
  remembersDevice: boolean
  /** What went wrong last, for the page; shown once. */
  problem: string | null
  /** Set once the policies have let nothing get in; the person can only go back. */
  refusal: string | null
}

/** Holds pending sign-ins, and runs the actions of each one after another. */
export class SignIns {
  readonly #kept = new LRUCache<string, SignIn>({ max: MOST, ttl: LASTS_MS })
  readonly #running = new Map<string, Promise<unknown>>()

  get(uid: string): SignIn | undefined {
    return this.#kept.get(uid)
  }

  begin(signIn: SignIn): SignIn {
    this.#kept.set(signIn.uid, signIn)
    return signIn
  }

  end(uid: string): void {
    this.#kept.delete(uid)
  }

  /** WHY in turn: two answers that come at once must not both be taken for the same question. */
  async inTurn<T>(uid: string, act: () => Promise<T>): Promise<T> {
    const before = this.#running.get(uid) ?? Promise.resolve()
    const mine = before.then(act, act)
    const settled = mine.catch(() => {})
    this.#running.set(uid, settled)
    try {
      return await mine
    } finally {
      if (this.#running.get(uid) === settled) this.#running.delete(uid)
    }
  }
}

/** A new sign-in, or one that the person starts over as someone else. */
export const fresh = (uid: string, startedMs: number): SignIn => ({
  ...{ uid, startedMs, identifier: null, userId: null, proofs: [], sessionId: null, idleMs: 0 },
  ...{ chosen: null, setUp: null, expiredPassword: null, remembersDevice: false, problem: null, refusal: null },
})
