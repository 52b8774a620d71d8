import { LIMITS } from '#contract/interface/limits.ts'
import type { JournalEntry } from '#operations/connections/write-requests.ts'
import type { Authorization } from './authorization.ts'
import { ExchangeFailure, type Head } from './exchange-failure.ts'
import { exchange, type Answer, type ExchangeBounds } from './exchange.ts'
import type { RequestJournal } from './journal.ts'
import { RateLimiter } from './rate-limiter.ts'
import { refusalOf } from './refusal.ts'
import type { RemoteCall } from './remote-call.ts'
import type { RemoteClock } from './remote-clock.ts'
import { mayRetry, RemoteError, type Failure } from './remote-error.ts'
import { LongWait, RequestGate, type RemoteTime } from './request-gate.ts'
import { backoffMs } from './retry.ts'
import { headerOf, toldLimit, toldWait, type Received } from './told-limits.ts'
import type { Transport } from './transport.ts'

interface SenderOptions {
  connection: { id: string; name: string; address: string; budgetPercent: number }
  transport: Transport
  clock: RemoteClock
  time: RemoteTime
  journal: RequestJournal
  bounds: ExchangeBounds
  /** The value of `User-Agent`. */
  agent: string
  now: () => number
}

interface SendOptions {
  /** Null for what is public. */
  authorization: Authorization | null
  /** Whether it changes nothing, so that it may be sent again; absent: by its method. */
  isReading?: boolean
  /** Of the request itself, beside those of its authorization. */
  secrets?: readonly string[]
  signal?: AbortSignal | undefined
}

/** The same with all that may be absent. */
type Sending = Required<SendOptions> & { signal: AbortSignal }

/** What came of one try. */
type Tried = { answer: Answer; failure: null } | { answer: Answer | null; failure: Failure & { waitMs: number | null } }

/** Sends calls as the limits of the remote allow, tries them again where that is safe, and notes each try in the journal. */
export class Sender {
  readonly limiter: RateLimiter
  readonly #options: SenderOptions
  readonly #gate: RequestGate
  readonly #closed = new AbortController()

  constructor(options: SenderOptions) {
    this.#options = options
    this.limiter = new RateLimiter({ percent: options.connection.budgetPercent })
    this.#gate = new RequestGate(this.limiter, options.time)
  }

  /** @returns a successful answer. @throws RemoteError; what the signal was aborted with */
  async send(call: RemoteCall, options: SendOptions): Promise<Answer> {
    const { signal, authorization, isReading = call.method === 'GET', secrets = [] } = options
    const both = signal ? AbortSignal.any([signal, this.#closed.signal]) : this.#closed.signal
    try {
      return await this.#sendUntilDone(call, { authorization, isReading, secrets, signal: both })
    } catch (error) {
      signal?.throwIfAborted()
      if (this.#closed.signal.aborted) throw this.errorOf(call, CLOSED)
      if (error instanceof LongWait) throw this.errorOf(call, longWait(error.ms))
      throw error
    }
  }

  errorOf(call: RemoteCall, failure: Failure): RemoteError {
    const { operation, method, path, route } = call
    const { name: connection, address } = this.#options.connection
    const facts = { connection, address, operation, method, path, summary: route.summary }
    return new RemoteError(facts, failure)
  }

  flush(): Promise<void> {
    return this.#options.journal.flush()
  }

  async close(): Promise<void> {
    this.#closed.abort()
    await this.#options.transport.close()
    await this.flush()
  }

  async #sendUntilDone(call: RemoteCall, sending: Sending): Promise<Answer> {
    const { authorization, isReading, signal } = sending
    const { time } = this.#options
    let isRenewed = false
    let pauseMs = 0
    for (let attempt = 1; ; attempt++) {
      const began = time.steady()
      if (pauseMs > 0) await time.wait(pauseMs, signal)
      const { answer, failure } = await this.#try(call, sending, { attempt, began })
      if (!failure) return answer
      const isRenewable: boolean = failure.problem === 'REFUSED' && !isRenewed && authorization?.renew() === true
      if (attempt >= LIMITS.remoteAttempts || !(isRenewable || mayRetry(failure.problem, isReading)))
        throw this.errorOf(call, failure)
      isRenewed ||= isRenewable
      // A time that the remote says is waited for at the gate, by all requests of the lane.
      pauseMs = isRenewable || failure.waitMs ? 0 : backoffMs(attempt, time.random())
    }
  }

  async #try(
    call: RemoteCall,
    sending: Sending,
    { attempt, began }: { attempt: number; began: number },
  ): Promise<Tried> {
    const { authorization, signal } = sending
    const { transport, time, bounds } = this.#options
    // WHY before the gate: asking for a token takes a turn as well.
    const header = authorization && (await authorization.header())
    await this.#gate.enter(call.lane, signal)
    const sent = time.steady()
    const request = { method: call.method, path: call.path, headers: this.#headersOf(call, header), body: call.body }
    let [answer, thrown]: [Answer | null, unknown] = [null, null]
    try {
      answer = await exchange(transport, request, { bounds, signal })
    } catch (error) {
      thrown = error
    }
    const failed = thrown instanceof ExchangeFailure ? thrown : null
    const head = answer ?? failed?.head ?? null
    const received = head && this.#received(head, time.steady() - sent)
    this.#gate.leave(call.lane, head && received && toldLimit(head.headers, received), head !== null)
    const secrets = [...sending.secrets, ...(authorization?.secrets() ?? [])]
    const tried = answer && received ? this.#judge(call, answer, received, secrets) : unanswered(failed)
    const measured = { attempt, waitedMs: sent - began, durationMs: time.steady() - sent }
    this.#note(call, { ...measured, tried, failed, secrets })
    if (thrown && !failed) throw thrown
    return tried
  }

  #received(head: Head, tookMs: number): Received {
    const { clock, time } = this.#options
    const date = headerOf(head.headers, 'date')
    clock.learn(date, tookMs)
    const theirs = date === null ? NaN : Date.parse(date)
    return { remoteNow: Number.isNaN(theirs) ? clock.now() : theirs, steady: time.steady() }
  }

  #judge({ lane }: RemoteCall, answer: Answer, received: Received, secrets: readonly string[]): Tried {
    if (answer.status >= 200 && answer.status < 300) return { answer, failure: null }
    const failure = refusalOf(answer, secrets)
    const waitMs = failure.problem === 'BUSY' ? toldWait(answer.headers, received) : null
    if (waitMs) this.limiter.close(lane, received.steady + waitMs)
    return { answer, failure: { ...failure, waitMs } }
  }

  #headersOf({ body, contentType }: RemoteCall, authorization: string | null): Record<string, string> {
    return {
      ...{ Accept: 'application/json', 'Accept-Encoding': 'identity', 'User-Agent': this.#options.agent },
      ...(authorization === null ? {} : { Authorization: authorization }),
      ...(body === null ? {} : { 'Content-Type': contentType }),
    }
  }

  #note(
    call: RemoteCall,
    facts: Pick<JournalEntry, 'attempt' | 'waitedMs' | 'durationMs'> & {
      tried: Tried
      failed: ExchangeFailure | null
      secrets: readonly string[]
    },
  ): void {
    const { connection, journal, now } = this.#options
    const { attempt, tried, failed } = facts
    const { operation, method, path } = call
    journal.add(
      {
        ...{ connectionId: connection.id, operation, method, path, attempt },
        time: new Date(now()).toISOString(),
        status: tried.answer?.status ?? failed?.head?.status ?? null,
        waitedMs: Math.round(facts.waitedMs),
        durationMs: Math.round(facts.durationMs),
        bytes: tried.answer?.bytes ?? failed?.bytes ?? 0,
        problem: tried.failure?.why ?? null,
      },
      facts.secrets,
    )
  }
}

/** What came of a try without an answer that could be read. */
function unanswered(failed: ExchangeFailure | null): Tried {
  const { problem = 'CUT', message = 'was given up', head = null } = failed ?? {}
  return { answer: null, failure: { problem, why: message, status: head?.status ?? null, waitMs: null } }
}

const CLOSED: Failure = { problem: 'CLOSED', why: 'was ended, because the connection was changed or the program ends' }

const longWait = (ms: number): Failure => ({
  problem: 'LONG_WAIT',
  why: `would have to wait for ${Math.ceil(ms / 60_000)} minutes, as the remote asks`,
})
