import type { EventDraft } from '#audit-log/to-log-event.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import type { Service } from './service.ts'

/** The least time between two events of one kind of refusal: who is refused often must not fill the log. */
const EVERY_MS = 60_000
/** So many kinds are told apart; more than that count together. */
const MOST_KEYS = 1_000
const REST = 'rest'

interface Counted {
  requests: number
  notedMs: number
}

/** Notes refused requests in the audit log: the first of a key at once, those of the next minute by their number, with the one after them. */
export class CountedEvents {
  readonly #service: Pick<Service, 'write' | 'clock'>
  readonly #onTrouble: (error: unknown) => void
  readonly #counted = new Map<string, Counted>()

  constructor(service: Pick<Service, 'write' | 'clock'>, onTrouble: (error: unknown) => void) {
    this.#service = service
    this.#onTrouble = onTrouble
  }

  /** @param key what counts together @param contextOf asked for only where an event is written */
  note(key: string, contextOf: () => RequestContext | Promise<RequestContext>, event: EventDraft): void {
    const counted = this.#countedBy(key)
    counted.requests += 1
    const now = this.#service.clock()
    // A clock that was put back must not silence this.
    if (now >= counted.notedMs && now - counted.notedMs < EVERY_MS) return
    const { requests } = counted
    Object.assign(counted, { requests: 0, notedMs: now })
    const debugData = { ...event.debugData, requests }
    this.#write(contextOf, { ...event, debugData }).catch(this.#onTrouble)
  }

  async #write(contextOf: () => RequestContext | Promise<RequestContext>, event: EventDraft): Promise<void> {
    await this.#service.write(await contextOf(), async (tx) => tx.record(event))
  }

  /** What was noted long ago and not counted since is as if it had never been. */
  #forgetOld(): void {
    const now = this.#service.clock()
    for (const [key, { requests, notedMs }] of this.#counted)
      if (requests === 0 && now - notedMs >= EVERY_MS) this.#counted.delete(key)
  }

  #countedBy(key: string): Counted {
    const known = this.#counted.get(key)
    if (known) return known
    if (this.#counted.size >= MOST_KEYS) this.#forgetOld()
    if (this.#counted.size >= MOST_KEYS && key !== REST) return this.#countedBy(REST)
    const counted = { requests: 0, notedMs: -Infinity }
    this.#counted.set(key, counted)
    return counted
  }
}
