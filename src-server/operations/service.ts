import { randomBytes } from 'node:crypto'
import type { HookBackoff } from '#contract/hooks/event-hook.ts'
import type { ImpactEffect } from '#contract/gatehouse/change-review.ts'
import type { PreviewEffect } from '#contract/gatehouse/group-rule-preview.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'
import { ALL_RIGHTS, visibleTo, type Rights } from '#audit-log/rights.ts'
import { createClientZones, type ClientZones } from '#audit-log/client-zone.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { randomText } from '#db/ids.ts'
import { secretBoxInFile, type SecretBox } from '#db/secret-box.ts'
import type { Store } from '#db/store.ts'
import { makeWorkers, type Workers } from '#workers/workers.ts'
import { APP_TABLES, requireApp, type AppWithPolicies } from './snapshot/read-apps.ts'
import { makeBatchedWrite } from './batched-write.ts'
import { CommitCache } from './commit-cache.ts'
import { makeWrite, type CommitListener, type Write, type WriteParts } from './commit.ts'
import type { HookBounds } from './event-hooks/bounds.ts'
import { createOutbox, type Outbox } from './event-hooks/outbox.ts'
import { Receiver } from './memory/received-requests.ts'
import type { ClockWatch } from './memory/clock-watch.ts'
import type { BackupState } from './memory/backup-state.ts'
import { newSealing, type Sealing } from './memory/sealing.ts'
import { sealRecordBeside } from './audit/proof/seal-record.ts'
import { LastUses } from './memory/last-uses.ts'
import { RunningJobs } from './memory/running-jobs.ts'
import { RateLimits } from './memory/rate-limits.ts'
import { KeptReviews } from './memory/kept-reviews.ts'
import type { Snapshot } from './snapshot/snapshot.ts'
import { createSnapshotCache } from './snapshot/snapshot-cache.ts'
import { RoleBook } from './roles/role-book.ts'
import { AUDIENCE_TABLES } from './policies/audience-data.ts'

/** Settings of the host for calls to the outside. */
interface Outbound {
  /** PEM of certificates to trust in place of those that Node trusts. */
  trustedCertificates?: readonly string[] | undefined
  /** Absent: those of the interface. */
  bounds?: Partial<HookBounds> | undefined
}

/** An open workspace with its clock, its caches and its one way to write. */
export interface Service {
  readonly store: Store
  /** Reads as of the last commit, for the service itself; in {@link Service.for} for the caller. */
  readonly reader: Reader
  /** The same service as a caller sees it: its reader shows in lists what they may see. */
  for(rights: Rights): Service
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
  /** Queues committed events for hooks. */
  readonly outbox: Outbox
  /** How endpoints of hooks are called. */
  readonly outbound: Outbound
  /** Why hooks wait after failures, by their ids; in memory, so that a service that starts again tries at once. */
  readonly hookBackoffs: Map<string, HookBackoff>
  /** What the built-in receiver of hooks holds. */
  readonly receiver: Receiver
  /** The people of the latest reviews of changes. */
  readonly reviews: KeptReviews<ImpactEffect>
  /** The people of the latest previews of group rules. */
  readonly previews: KeptReviews<PreviewEffect>
  /** The people of the latest previews of losses of access, by application and group rule. */
  readonly losses: KeptReviews<string>
  /** The background jobs that are under way. */
  readonly jobs: RunningJobs
  /** Whether networks let addresses of clients in. */
  readonly zones: Pick<ClientZones, 'admits'>
  /** Applications by their ids as of the last commit, those that were asked for last from memory. */
  readonly apps: Pick<CommitCache<AppWithPolicies>, 'get'>
  /** What callers may do, by their administrator roles. */
  readonly roles: Pick<RoleBook, 'rightsOf'>
  /** When API tokens were used in this run. */
  readonly tokenUses: LastUses
  /** When the secrets and keys of clients were used in this run. */
  readonly credentialUses: LastUses
  /** How much of the rate limits is used, while they are on. */
  readonly rateLimits: RateLimits
  readonly sealing: Sealing
  readonly backups: BackupState
  readonly clockWatch: ClockWatch
  /** The last lines of the log, the oldest first; empty where the host keeps them. */
  readonly recentLog: () => readonly string[]
  /** Told of errors that no caller sees. */
  readonly onTrouble: (error: unknown, what: string) => void
  /** Another one each time the service starts; derives what is to work for one run only, such as tokens of downloads. */
  readonly runKey: Uint8Array
  /** Computes what would hold up everything else; to be closed before the store. */
  readonly workers: Workers
  /** All policies, zones and applications as of the last committed write. */
  snapshot(): Promise<Snapshot>
  /** @throws Error at once inside another write */
  readonly write: Write
  /** As {@link write}, for small use cases of which many come at once; see there what they must be fit for. */
  readonly batchedWrite: Write
  /** @returns ends it */
  onCommit(listener: CommitListener): () => void
}

interface ServiceOptions {
  store: Store
  version: string
  engine: Engine
  clock: () => number
  /** Tests: milliseconds by a clock that is never set. */
  steadyClock?: (() => number) | undefined
  url: () => string
  tokenFile?: () => string | null
  /** Absent: its key stands beside the workspace, in `FILE.key`. */
  secretBox?: SecretBox
  /** Where the newest seal on the log is noted; absent: beside the workspace, in `FILE.sealed`. */
  sealRecord?: string | undefined
  outbound?: Outbound
  /** The last lines of the log, the oldest first. */
  recentLog?: (() => readonly string[]) | undefined
  /** Told of errors that no caller sees. */
  onTrouble?: (error: unknown, what: string) => void
}

const RUN_LENGTH = 20
/** Applications that are kept in memory. */
const KEPT_APPS = 500
const RUN_KEY_BYTES = 32

export function createService(options: ServiceOptions): Service {
  const { store, version, engine, clock, url } = options
  const now = () => new Date(clock()).toISOString()
  const readerFor = (rights: Rights): Reader => ({
    engine,
    rights,
    models: store.read.models,
    all: (sql, params) => store.read.all(sql, params),
    first: (sql, params) => store.read.first(sql, params),
    visible: (_, kind) => visibleTo(rights, kind),
  })
  const snapshots = createSnapshotCache(store, engine)
  const roles = new RoleBook(store.read)
  const outbox = createOutbox()
  const zones = createClientZones(store.read)
  let audienceRevision = 0
  const listeners = new Set<CommitListener>([
    (changes) => snapshots.committed(changes),
    (changes) => zones.committed(changes),
    (changes) => roles.committed(changes),
    (changes) => outbox.committed(changes),
    (changes) => void (audienceRevision += Number(changes.touches(...AUDIENCE_TABLES))),
  ])

  const writeParts: WriteParts = {
    store,
    engine,
    now,
    zones,
    rightsOf: (principal) => roles.rightsOf(principal),
    outbox,
    listeners,
    onTrouble: options.onTrouble,
  }
  const write = makeWrite(writeParts)

  const onCommit: Service['onCommit'] = (listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const reader = readerFor(ALL_RIGHTS)
  const service: Service = {
    store,
    reader,
    for: (rights) => ({ ...service, reader: readerFor(rights) }),
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
    hookBackoffs: new Map(),
    receiver: new Receiver(),
    reviews: new KeptReviews('changeReview'),
    previews: new KeptReviews('groupRulePreview'),
    losses: new KeptReviews('accessLoss'),
    jobs: new RunningJobs(randomText(RUN_LENGTH)),
    zones,
    apps: new CommitCache({ onCommit }, { tables: APP_TABLES, load: (id) => requireApp(reader, id), max: KEPT_APPS }),
    roles,
    tokenUses: new LastUses(),
    credentialUses: new LastUses(),
    rateLimits: new RateLimits(),
    backups: { failure: null },
    sealing: newSealing(options.sealRecord ?? sealRecordBeside(store.file), store.isLogLost),
    clockWatch: { steady: options.steadyClock ?? (() => performance.now()), readAt: null },
    recentLog: options.recentLog ?? (() => []),
    onTrouble: options.onTrouble ?? (() => {}),
    runKey: randomBytes(RUN_KEY_BYTES),
    workers: makeWorkers(store.file, {
      revision: () => `commit ${audienceRevision}`,
      requireFile: store.requireFile,
    }),
    snapshot: snapshots.current,
    onCommit,
    write,
    batchedWrite: makeBatchedWrite(writeParts, write),
  }
  return service
}
