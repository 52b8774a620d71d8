import { LIMITS } from '#contract/interface/limits.ts'
import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import { followedConnections, noteProblem, readFollowed, type Followed } from '#operations/audit/follow/followed-log.ts'
import type { Service } from '#operations/service/service.ts'
import { followLog } from './follow-log.ts'

interface FollowerOptions {
  service: Service
  /** Told of the first problem in a row. */
  onProblem: (connectionId: string, problem: string) => void
  /** Told of what is no problem of a remote, once in a row. */
  onError: (connectionId: string, error: unknown) => void
}

/** Failures of a connection in a row, and how many runs are still passed over because of them. */
interface Backoff {
  failures: number
  passed: number
}

const OURS = 'It could not be followed because of an error here, which the log of this program tells.'

/**
 * Follows the logs of all connections that say so. Each has its own runs, so that none waits for another, and no run overlaps itself. After
 * failures runs are passed over. WHY counted, and not timed: no clock that is set ends or prolongs it.
 */
export class LogFollower {
  readonly #options: FollowerOptions
  readonly #running = new Map<string, Promise<void>>()
  readonly #backoffs = new Map<string, Backoff>()
  readonly #ending = new AbortController()
  /** Connections that are to be read again once their run has ended: they were changed meanwhile. */
  readonly #again = new Set<string>()

  constructor(options: FollowerOptions) {
    this.#options = options
  }

  /** Begins a run of each connection that neither runs nor is passed over; they go on after the promise. */
  async tick(): Promise<void> {
    for (const id of await followedConnections(this.#options.service.reader)) {
      const backoff = this.#backoffs.get(id)
      if (backoff && backoff.passed > 0) backoff.passed -= 1
      else this.#begin(id)
    }
  }

  /** Begins runs at once, whatever failed before: connections were changed. */
  async tickNow(): Promise<void> {
    this.#backoffs.clear()
    for (const id of this.#running.keys()) this.#again.add(id)
    await this.tick()
  }

  /** All runs have ended. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values())
  }

  /** Ends what runs, at the next page; nothing begins any more. */
  stop(): Promise<void> {
    this.#ending.abort()
    return this.settled()
  }

  #begin(id: string): void {
    if (this.#ending.signal.aborted || this.#running.has(id)) return
    const run = this.#run(id).finally(() => {
      this.#running.delete(id)
      if (this.#again.delete(id)) this.#begin(id)
    })
    this.#running.set(id, run)
  }

  async #run(id: string): Promise<void> {
    const { service, onError } = this.#options
    let followed: Followed | null = null
    try {
      followed = await readFollowed(service.reader, id)
      if (followed) await followLog(service, followed, this.#ending.signal)
      this.#backoffs.delete(id)
    } catch (error) {
      if (this.#ending.signal.aborted) return
      await this.#fail(id, followed, error).catch((another: unknown) => onError(id, another))
    }
  }

  async #fail(id: string, followed: Followed | null, error: unknown): Promise<void> {
    const { service, onProblem, onError } = this.#options
    const failures = (this.#backoffs.get(id)?.failures ?? 0) + 1
    this.#backoffs.set(id, { failures, passed: Math.min(2 ** (failures - 1) - 1, LIMITS.followRunsPassed) })
    const isTold = error instanceof UserFacingError
    const problem = isTold ? error.message : OURS
    if (!isTold && failures === 1) onError(id, error)
    if (isTold && failures === 1) onProblem(id, problem)
    if (followed) await noteProblem(service, followed, problem)
  }
}
