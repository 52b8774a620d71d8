import { randomBytes } from 'node:crypto'
import type { Engine } from '#contract/gatehouse/workspace.ts'
import { ALL_RIGHTS, visibleTo, type Rights } from '#audit-log/rights.ts'
import { createClientZones } from '#audit-log/client-zone.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { randomText } from '#db/ids.ts'
import { secretBoxInFile, type SecretBox } from '#db/secret-box.ts'
import type { Store } from '#db/store.ts'
import { users } from '#db/tables/users.ts'
import { makeWorkers } from '#workers/workers.ts'
import { sealRecordBeside } from '../audit/proof/seal-record.ts'
import { closedOutbox, createOutbox } from '../event-hooks/outbox.ts'
import type { ClockWatch } from '../memory/clock-watch.ts'
import { RecentReviews } from '../memory/recent-reviews.ts'
import { KeptClients } from '../memory/kept-clients.ts'
import { KeptComparisons } from '../memory/kept-comparisons.ts'
import { GivenSecrets } from '../memory/given-secrets.ts'
import { KeptDraftPlans } from '../memory/kept-draft-plans.ts'
import { LastUses } from '../memory/last-uses.ts'
import { RateLimits } from '../memory/rate-limits.ts'
import { Receiver } from '../memory/received-requests.ts'
import { RunningJobs } from '../memory/running-jobs.ts'
import { newSealing } from '../memory/sealing.ts'
import { AUDIENCE_TABLES } from '../policies/audience-data.ts'
import { namedUser } from '../tokens/token-principal.ts'
import { RoleBook } from '../roles/role-book.ts'
import { CommitCache } from '../service/commit-cache.ts'
import type { DraftPlace, Outbound, Service } from '../service/service.ts'
import type { CommitListener } from '../service/write.ts'
import { APP_TABLES, requireApp } from '../snapshot/apps.sql.ts'
import { DECIDING_TABLES } from '../snapshot/snapshot.ts'
import { createSnapshotCache } from '../snapshot/snapshot-cache.ts'
import { makeBatchedWrite } from './batched-write.ts'
import { makeWrite, type WriteParts } from './commit.ts'
import { CONSEQUENCES } from './consequences.ts'

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
  /** What makes it a draft: nothing leaves it. Absent for a workspace. */
  draft?: DraftPlace
  /** The last lines of the log, the oldest first. */
  recentLog?: (() => readonly string[]) | undefined
  /** Told of errors that no caller sees. */
  onTrouble?: (error: unknown, what: string) => void
}

const RUN_LENGTH = 20
/** Reviews whose people are kept: a page of conflicts may show two for each. */
const KEPT_REVIEWS = 24
/** Applications that are kept in memory. */
const KEPT_APPS = 500
/** People whose names are kept in memory. */
const KEPT_CALLERS = 100
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
  const outbox = options.draft ? closedOutbox : createOutbox()
  const zones = createClientZones(store.read)
  let audienceRevision = 0
  const comparisons = new KeptComparisons()
  const listeners = new Set<CommitListener>([
    (changes) => snapshots.committed(changes),
    (changes) => zones.committed(changes),
    (changes) => roles.committed(changes),
    (changes) => outbox.committed(changes),
    (changes) => changes.touches(...DECIDING_TABLES) && comparisons.age(),
    (changes) => void (audienceRevision += Number(changes.touches(...AUDIENCE_TABLES))),
  ])

  const steady = options.steadyClock ?? (() => performance.now())
  const clockWatch: ClockWatch = { steady, readAt: null, seen: { steady: steady(), now: clock() } }
  const writeParts: WriteParts = {
    clock,
    clockWatch,
    store,
    engine,
    now,
    zones,
    rightsOf: (principal) => roles.rightsOf(principal),
    consequences: CONSEQUENCES,
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
    outbound: { ...options.outbound, isClosed: options.draft !== undefined },
    hookBackoffs: new Map(),
    receiver: new Receiver(),
    reviews: new RecentReviews('changeReview', KEPT_REVIEWS),
    previews: new RecentReviews('groupRulePreview'),
    losses: new RecentReviews('accessLoss'),
    jobs: new RunningJobs(randomText(RUN_LENGTH)),
    zones,
    apps: new CommitCache({ onCommit }, { tables: APP_TABLES, load: (id) => requireApp(reader, id), max: KEPT_APPS }),
    roles,
    callers: new CommitCache({ onCommit }, { tables: [users], load: (id) => namedUser(reader, id), max: KEPT_CALLERS }),
    vocabulary: { current: null },
    faults: { current: null },
    tokenUses: new LastUses(),
    credentialUses: new LastUses(),
    rateLimits: new RateLimits(),
    remotes: new KeptClients(),
    comparisons,
    draftPlans: new KeptDraftPlans(),
    givenSecrets: new GivenSecrets(),
    own: { caller: null, writer: null },
    drafts: { host: null },
    draft: options.draft ?? null,
    backups: { failure: null },
    sealing: newSealing(options.sealRecord ?? sealRecordBeside(store.file), store.isLogLost),
    clockWatch,
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
