import type { HookBackoff } from '#contract/hooks/event-hook.ts'
import type { ListedEffect } from '#contract/gatehouse/change-review.ts'
import type { PreviewEffect } from '#contract/gatehouse/group-rule-preview.ts'
import type { Vocabulary } from '#contract/vocabulary/vocabulary.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'
import type { Caller, OwnWriter } from './caller.ts'
import type { ClientZones } from '#audit-log/client-zone.ts'
import type { Principal } from '#audit-log/request-context.ts'
import type { Rights } from '#audit-log/rights.ts'
import type { Reader } from '#audit-log/transaction.ts'
import type { SecretBox } from '#db/secret-box.ts'
import type { Store } from '#db/store.ts'
import type { Workers } from '#workers/workers.ts'
import type { BackupState } from '../memory/backup-state.ts'
import type { ClockWatch } from '../memory/clock-watch.ts'
import type { FaultDraws } from '../memory/fault-draws.ts'
import type { GivenSecrets } from '../memory/given-secrets.ts'
import type { RecentReviews } from '../memory/recent-reviews.ts'
import type { KeptClients } from '../memory/kept-clients.ts'
import type { KeptComparisons } from '../memory/kept-comparisons.ts'
import type { LogPosition } from '#db/copy-draft.ts'
import type { KeptDraftPlans } from '../memory/kept-draft-plans.ts'
import type { LastUses } from '../memory/last-uses.ts'
import type { RateLimits } from '../memory/rate-limits.ts'
import type { Receiver } from '../memory/received-requests.ts'
import type { RunningJobs } from '../memory/running-jobs.ts'
import type { Sealing } from '../memory/sealing.ts'
import type { AppWithPolicies } from '../snapshot/apps.sql.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { CommitCache } from './commit-cache.ts'
import type { Outbox } from './outbox.ts'
import type { CommitListener, Write } from './write.ts'

/** What hooks may take at the most; only tests make it other. */
export interface HookBounds {
  /** Of the whole organization, in one day of UTC (spec/4 §3.2). */
  eventsPerDay: number
  /** Of one hook. */
  eventsWaiting: number
  pauseMs: { first: number; longest: number }
  /** Of one try, from the look-up of the name to the end of the answer. */
  exchangeMs: number
}

/** Settings of the host for calls to the outside. */
export interface Outbound {
  /** Whether nothing may leave this workspace, because it is a draft. */
  isClosed?: boolean
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
  readonly reviews: RecentReviews<ListedEffect>
  /** The people of the latest previews of group rules. */
  readonly previews: RecentReviews<PreviewEffect>
  /** The people of the latest previews of losses of access, by application and group rule. */
  readonly losses: RecentReviews<string>
  /** The background jobs that are under way. */
  readonly jobs: RunningJobs
  /** The words that clients speak; null for ours. */
  readonly vocabulary: { current: Vocabulary | null; onChange?: ((name: string) => void) | undefined }
  /** What goes wrong with requests of clients on purpose; null for nothing. */
  readonly faults: { current: FaultDraws | null }
  /** How events name the people who call, by id. */
  readonly callers: CommitCache<Pick<Principal, 'login' | 'displayName'>>
  /** Whether networks let addresses of clients in. */
  readonly zones: Pick<ClientZones, 'admits'>
  /** Applications by their ids as of the last commit, those that were asked for last from memory. */
  readonly apps: Pick<CommitCache<AppWithPolicies>, 'get'>
  /** What callers may do, by their administrator roles. */
  readonly roles: { rightsOf(principal: Pick<Principal, 'kind' | 'id'>): Promise<Rights> }
  /** When API tokens were used in this run. */
  readonly tokenUses: LastUses
  /** When the secrets and keys of clients were used in this run. */
  readonly credentialUses: LastUses
  /** How much of the rate limits is used, while they are on. */
  readonly rateLimits: RateLimits
  /** Clients of instances elsewhere; to be closed before the store, since they note their requests. */
  readonly remotes: KeptClients
  /** What the latest comparisons with instances elsewhere found. */
  readonly comparisons: KeptComparisons
  /** What publishing drafts would change, as it was worked out lately. */
  readonly draftPlans: KeptDraftPlans
  /** Secrets that were given for plans that are being applied. */
  readonly givenSecrets: GivenSecrets
  /** Reads and writes this workspace by its own interface; null where that is not served. */
  readonly own: { caller: Caller | null; writer: OwnWriter | null }
  /** Opens the drafts of this workspace; null where they are not served. */
  readonly drafts: { host: DraftHost | null }
  /** Of what this is a draft; null for a workspace. */
  readonly draft: DraftPlace | null
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

/** Opens the drafts of a workspace in this process, each when it is used first, and closes them after a while. */
export interface DraftHost {
  /**
   * Works with a draft as with a workspace; it stays open meanwhile.
   * @throws ApiError E0000007; E0000010 if its file is gone or cannot be opened, or too many are in use
   */
  use<T>(id: string, work: (service: Service) => Promise<T>): Promise<T>
  /**
   * Reads a draft as it was when it was made. Every write of that service is refused.
   * @throws ApiError as {@link use}
   */
  useBase<T>(id: string, work: (service: Service) => Promise<T>): Promise<T>
  /**
   * Reads a copy of the workspace as it is now, which is what the draft was made from once the draft has its name as the setting `draftBase`. Every write
   * of that service is refused.
   * @param work is given the name of the copy
   * @returns what the work returns, and how far the log of the workspace was
   * @throws ApiError as {@link use}; what the work throws
   */
  useFresh(
    id: string,
    work: (service: Service, name: string) => Promise<number>,
  ): Promise<{ steps: number; position: LogPosition | null }>
  /**
   * Works with a copy of the workspace that is gone afterwards, and from which nothing leaves.
   * @throws ApiError E0000010 if it cannot be made or opened
   */
  useCopy<T>(work: (service: Service) => Promise<T>): Promise<T>
  /** The draft if it is open now. */
  opened(id: string): Service | undefined
  /** Waits for what is under way in a draft, closes it, and refuses what is asked of it while the work runs. */
  whileClosed<T>(id: string, work: () => Promise<T>): Promise<T>
}

/** What makes a service that of a draft. */
export interface DraftPlace {
  readonly id: string
  /** Its name now. */
  readonly name: () => Promise<string>
  /** Whether a token that came along from the workspace was revoked there since. */
  readonly isRevoked: (token: { id: string; created: string }) => Promise<boolean>
  /** Whether the workspace lets a person or client do nothing any more; whom it does not have, the draft has made. */
  readonly isBarred: (holder: Pick<Principal, 'kind' | 'id'>) => Promise<boolean>
}
