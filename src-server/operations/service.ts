import type { LogActor, LogEvent } from '../contract/log-event.ts'
import type { Engine } from '../contract/workspace.ts'
import { secretBoxInFile, type SecretBox } from '../db/secret-box.ts'
import type { Store, WriteScope } from '../db/store.ts'
import { appendEvents } from './audit/append-events.ts'
import { createClientZones } from './audit/client-zone.ts'
import { refusalOf, type Attempt } from './audit/refused-attempt.ts'
import type { EventDraft } from './audit/to-log-event.ts'
import type { HookBounds } from './event-hooks/bounds.ts'
import { createOutbox, type Outbox } from './event-hooks/outbox.ts'
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
  /** Path and query of the request, without anything secret; absent: as `requestUri`. */
  readonly requestUrl?: string
}

/** One use case's write: transaction, clock reading, and the events that it will be remembered by. */
export interface Unit extends WriteScope {
  /** ISO 8601; the same for everything that this write stamps. */
  readonly now: string
  readonly act: Act
  /** Notes an event; it is written in the same transaction, after the work. */
  record(event: EventDraft): void
  /**
   * Says what is being done, before it is judged: if the work then throws a refusal, all is rolled back and one event tells
   * of the failure. The last one said counts.
   */
  attempt(attempt: Attempt): void
}

export interface WriteOptions {
  /**
   * Which policies the write can change, with their rules but not their order; none, where it cannot change what policies
   * decide. Absent: anything may have changed, and all is read anew.
   */
  changes?: readonly string[]
}

/** Settings of the host for calls to the outside. */
export interface Outbound {
  /** PEM of certificates to trust in place of those that Node trusts. */
  trustedCertificates?: readonly string[] | undefined
  /** Absent: those of the interface. */
  bounds?: Partial<HookBounds> | undefined
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
  readonly secretBox: SecretBox
  /** What committed events are queued in for hooks. */
  readonly outbox: Outbox
  /** How endpoints of hooks are called. */
  readonly outbound: Outbound
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
  /** Absent: its key stands beside the workspace, in `FILE.key`. */
  secretBox?: SecretBox
  outbound?: Outbound
  /** Told of what goes wrong where nobody else can be told. */
  onTrouble?: (error: unknown, what: string) => void
}

type Committing = Omit<Unit, 'attempt'>

export function createService(options: ServiceOptions): Service {
  const { store, version, engine, clock, url } = options
  const snapshots = keepSnapshots(store, engine)
  const now = () => new Date(clock()).toISOString()
  const outbox = createOutbox()
  const zones = createClientZones(store.read)

  function commit<T>(act: Act, work: (scope: Committing) => Promise<T>, changes?: readonly string[]): Promise<T> {
    let events: LogEvent[] = []
    return store.write(
      async (scope) => {
        const drafts: EventDraft[] = []
        const moment = now()
        const value = await work({ ...scope, now: moment, act, record: (event) => drafts.push(event) })
        const zone = act.ip && drafts.length > 0 ? await zones.nameOf(act.ip) : null
        events = await appendEvents(scope.statements, act, moment, drafts, zone)
        await outbox.queue(scope.statements, events)
        return value
      },
      () => {
        snapshots.changed(changes)
        zones.committed(events, changes === undefined)
        outbox.committed(events)
      },
    )
  }

  return {
    store,
    version,
    startedAt: now(),
    url,
    now,
    clock,
    engine: () => engine,
    tokenFile: options.tokenFile ?? (() => null),
    secretBox: options.secretBox ?? secretBoxInFile(`${store.file}.key`),
    outbox,
    outbound: options.outbound ?? {},
    snapshot: snapshots.current,
    write: async (act, work, { changes } = {}) => {
      const attempts: Attempt[] = []
      try {
        return await commit(act, (unit) => work({ ...unit, attempt: (attempt) => attempts.push(attempt) }), changes)
      } catch (error) {
        const attempt = attempts.at(-1)
        const refusal = attempt ? refusalOf(attempt, error, act) : null
        if (refusal)
          await commit(act, async ({ record }) => record(refusal), []).catch((trouble: unknown) =>
            options.onTrouble?.(trouble, 'a refusal could not be noted in the audit log'),
          )
        throw error
      }
    },
  }
}
