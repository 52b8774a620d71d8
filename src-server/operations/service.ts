import type { LogActor } from '../contract/log-event.ts'
import type { Engine } from '../contract/workspace.ts'
import type { Store, WriteScope } from '../db/store.ts'
import { appendEvents, type EventDraft } from './audit/append-events.ts'
import { keepSnapshots } from './keep-snapshots.ts'
import type { Snapshot } from './snapshot.ts'

/** Who acts and through what; every event of one request shares it. */
export interface Act {
  readonly actor: LogActor
  /** Id of the API token, if one was used. */
  readonly tokenId: string | null
  readonly transactionId: string
  readonly transactionType: 'WEB' | 'JOB'
  readonly ip: string | null
  readonly userAgent: string | null
  /** Path of the request. */
  readonly requestUri: string | null
}

/** One use case's write: transaction, clock reading, and the events that it will be remembered by. */
export interface Unit extends WriteScope {
  /** ISO 8601; the same for everything that this write stamps. */
  readonly now: string
  readonly act: Act
  /** Notes an event; it is written in the same transaction, after the work. */
  record(event: EventDraft): void
}

export interface WriteOptions {
  /**
   * Which policies the write can change, with their rules but not their order; none, where it cannot change what policies
   * decide. Absent: anything may have changed, and all is read anew.
   */
  changes?: readonly string[]
}

/** What use cases work with: the store, the clock, the current policies. */
export interface Service {
  readonly store: Store
  readonly version: string
  readonly startedAt: string
  /** Base address, known once the service listens. */
  readonly url: () => string
  readonly now: () => string
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly engine: () => Engine
  /** Path of the token's file; null while it is not known or where there is none. */
  readonly tokenFile: () => string | null
  /** All policies, zones and applications as of the last committed write. */
  snapshot(): Promise<Snapshot>
  write<T>(act: Act, work: (unit: Unit) => Promise<T>, options?: WriteOptions): Promise<T>
}

export interface ServiceOptions {
  store: Store
  version: string
  engine: Engine
  clock: () => number
  url: () => string
  tokenFile?: () => string | null
}

export function createService(options: ServiceOptions): Service {
  const { store, version, engine, clock, url } = options
  const snapshots = keepSnapshots(store, engine)
  const now = () => new Date(clock()).toISOString()

  return {
    store,
    version,
    startedAt: now(),
    url,
    now,
    clock,
    engine: () => engine,
    tokenFile: options.tokenFile ?? (() => null),
    snapshot: snapshots.current,
    write: (act, work, options = {}) =>
      store.write(
        async (scope) => {
          const drafts: EventDraft[] = []
          const unit: Unit = { ...scope, now: now(), act, record: (event) => drafts.push(event) }
          const value = await work(unit)
          await appendEvents(scope.statements, act, unit.now, drafts)
          return value
        },
        () => snapshots.changed(options.changes),
      ),
  }
}
