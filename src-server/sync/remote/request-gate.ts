import { LIMITS } from '#contract/interface/limits.ts'
import type { Lane, RateLimiter, ToldLimit } from './rate-limiter.ts'

/** Time as a client needs it; tests bring their own. */
export interface RemoteTime {
  /** Milliseconds by a clock that is never set. */
  steady(): number
  /** @throws what the signal was aborted with */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** From 0 to 1. */
  random(): number
}

/** A remote asks to wait longer than anyone should. @property ms how long */
export class LongWait extends Error {
  readonly ms: number

  constructor(ms: number) {
    super('the wait is too long')
    this.ms = ms
  }
}

/** Lets requests through one by one: so many at a time, and as the limits allow. */
export class RequestGate {
  readonly #limiter: RateLimiter
  readonly #time: RemoteTime
  #running = 0
  #waiting: (() => void)[] = []

  constructor(limiter: RateLimiter, time: RemoteTime) {
    this.#limiter = limiter
    this.#time = time
  }

  /** Waits for a turn, which {@link leave} gives back. @throws LongWait; what the signal was aborted with */
  async enter(lane: Lane, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      const waitMs = this.#tryEnter(lane)
      if (waitMs === 'entered') return
      if (waitMs === null) await this.#change(signal)
      else if (waitMs > LIMITS.remoteLongestWaitMs) throw new LongWait(waitMs)
      else await this.#time.wait(waitMs, signal)
    }
  }

  leave(lane: Lane, told: ToldLimit | null, isAnswered: boolean): void {
    this.#running -= 1
    this.#limiter.settle(lane, told, { isAnswered, now: this.#time.steady() })
    for (const goOn of this.#waiting.splice(0)) goOn()
  }

  #tryEnter(lane: Lane): 'entered' | number | null {
    if (this.#running >= LIMITS.remoteConcurrency) return null
    const turn = this.#limiter.take(lane, this.#time.steady())
    if (!turn.go) return turn.waitMs
    this.#running += 1
    return 'entered'
  }

  /** The next time that a request has left. */
  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => reject(signal.reason as Error)
      signal.addEventListener('abort', abort, { once: true })
      this.#waiting.push(() => {
        signal.removeEventListener('abort', abort)
        resolve()
      })
    })
  }
}
