import type { JobType } from '#contract/gatehouse/job.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'
import type { KindName } from '#contract/kinds.ts'
import type { EventType } from '#contract/log/event-types.ts'
import type { LogTarget } from '#contract/log/log-event.ts'
import type { Reader as Rows } from '#db/connection.ts'
import type { GroupRecord } from '#db/tables/groups.ts'
import type { JobRecord } from '#db/tables/jobs.ts'
import type { PolicyResourceRecord } from '#db/tables/policy-resources.ts'
import type { UserRecord } from '#db/tables/users.ts'
import type { WriteTransaction } from '#db/transaction.ts'
import type { RequestContext } from './request-context.ts'
import type { Action, Rights, Visible } from './rights.ts'
import type { EventDraft } from './to-log-event.ts'

/** The reader of use cases: the state of the last commit or, in a {@link Tx}, of the transaction. */
export interface Reader extends Rows {
  /** Of the workspace; constant. */
  readonly engine: Engine
  /** The permissions of the principal. */
  readonly rights: Rights
  /** The objects of a kind that a list shows to the principal; the same table decides {@link Tx.authorize}. */
  visible(action: Action, kind: KindName): Visible
}

/**
 * Which denials of an authorized action leave an event: all, those of a well-formed request (not 400), or none, for example for an
 * object that does not exist yet.
 */
export type DenialAudit = 'all' | 'well-formed' | 'never'

/** A write without events, for example when a workspace is made. */
export interface SetupTx extends WriteTransaction {
  readonly engine: Engine
  /** ISO 8601; the same for everything in this write. */
  readonly now: string
}

/** A consequence of a use case, in the same transaction. @throws ApiError which also rejects that use case */
type Consequence<Subject> = (tx: Tx, subject: Subject) => Promise<unknown>

/**
 * Consequences in upper areas of a change in a lower one, by the kind of change, in this order. A use case runs its row and does not know
 * its entries, which are in `operations/composition/consequences.ts`.
 */
export interface Consequences {
  /** Before the group and what belongs to it are removed; nothing is written yet. */
  readonly groupLeaving: readonly Consequence<GroupRecord>[]
  /** Before the row of the group is removed. */
  readonly groupDeleted: readonly Consequence<GroupRecord>[]
  /** Before the row of the person is removed. */
  readonly userDeleted: readonly Consequence<UserRecord>[]
  /** Before a person gets a status in which they cannot sign in; nothing is written yet. */
  readonly userBarred: readonly Consequence<UserRecord>[]
  /** Before people are taken out of groups, all those of one change together; they are still in them. */
  readonly membersLeaving: readonly Consequence<readonly { groupId: string; userId: string }[]>[]
  /** With the new status of the person. */
  readonly userStatusChanged: readonly Consequence<UserRecord>[]
  /** A person must set up authenticators again. */
  readonly userFactorsReset: readonly Consequence<UserRecord>[]
  /** What conditions and actions name has become active, or is made so. */
  readonly policyResourceActivated: readonly Consequence<Pick<PolicyResourceRecord, 'id' | 'kind' | 'key'>>[]
  /** By the type of the job, instead of the mark for cancellation. @param subjectId of the job; empty without one */
  readonly jobCancelled: Readonly<
    Partial<Record<JobType, (tx: Tx, subjectId: string, job: JobRecord) => Promise<void>>>
  >
}

/** One use case's write transaction. */
export interface Tx extends SetupTx, Reader {
  readonly context: RequestContext
  readonly consequences: Consequences
  /**
   * Adds an event; it is written in the same transaction, after the work.
   * @throws Error for an action of a person without {@link authorize} before, so that no use case can forget it
   */
  record(event: EventDraft): void
  /**
   * Checks that the principal may do this to the targets (`rights.ts`). It also declares the attempt: if the use case is denied,
   * everything is rolled back, and a FAILURE event of this action is written in a separate transaction. In nested use cases the
   * outermost declaration counts.
   * @param audit `well-formed` for actions with a request body: an invalid value is a mistake, not a denied action
   * @throws ApiError E0000006
   */
  authorize(action: EventType, targets: LogTarget[], audit?: DenialAudit): void
  /**
   * Runs use cases as one act, for example those that write what was read elsewhere: none of them leaves an event, also where one is
   * denied. The caller records what was done as a whole.
   * @param options.keepsDangling see {@link Tx.keepsDangling}
   */
  asOne<T>(work: () => Promise<T>, options?: { keepsDangling?: boolean }): Promise<T>
  /** Whether conditions and actions may name what does not exist, as those do that were read elsewhere and whose group is gone there. */
  readonly keepsDangling: boolean
}
