import type { JobType } from '#contract/gatehouse/job.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'
import type { KindName } from '#contract/kinds.ts'
import type { EventType } from '#contract/log/event-types.ts'
import type { LogTarget } from '#contract/log/log-event.ts'
import type { Reader as Rows } from '#db/connection.ts'
import type { GroupRecord } from '#db/tables/groups.ts'
import type { JobRecord } from '#db/tables/jobs.ts'
import type { UserRecord } from '#db/tables/users.ts'
import type { WriteTransaction } from '#db/transaction.ts'
import type { RequestContext } from './request-context.ts'
import type { Action, Rights, Visible } from './rights.ts'
import type { EventDraft } from './to-log-event.ts'

/** What use cases read from: the file as of the last commit, or, in a {@link Tx}, what the transaction has written. */
export interface Reader extends Rows {
  /** Of the workspace; it never changes. */
  readonly engine: Engine
  /** What the principal may do. */
  readonly rights: Rights
  /** Which objects of a kind a list shows to the principal who reads; by the table that decides {@link Tx.authorize} too. */
  visible(action: Action, kind: KindName): Visible
}

/**
 * Which refusals of an authorized action leave an event: all, those of a request that is well formed (not 400), or, as for what does
 * not exist yet, none.
 */
export type DenialAudit = 'all' | 'well-formed' | 'never'

/** A write that leaves no events, as when a workspace is made. */
export interface SetupTx extends WriteTransaction {
  readonly engine: Engine
  /** ISO 8601; the same for everything that this write stamps. */
  readonly now: string
}

/** What one use case does because of another, in the same transaction. @throws ApiError what refuses the other one, too */
type Consequence<Subject> = (tx: Tx, subject: Subject) => Promise<unknown>

/**
 * What follows in the areas above from what happens in one below, by what happened, in this order. A use case follows its row and
 * need not know who is in it; `operations/composition/consequences.ts` has the rows.
 */
export interface Consequences {
  /** Before the row of the group goes. */
  readonly groupDeleted: readonly Consequence<GroupRecord>[]
  /** Before the row of the person goes. */
  readonly userDeleted: readonly Consequence<UserRecord>[]
  /** With the status that the person has now. */
  readonly userStatusChanged: readonly Consequence<UserRecord>[]
  /** A person is to set up authenticators again. */
  readonly userFactorsReset: readonly Consequence<UserRecord>[]
  /** By the type of the job, what is done in place of a mark that it is to end. @param subjectId of the job; empty without one */
  readonly jobCancelled: Readonly<
    Partial<Record<JobType, (tx: Tx, subjectId: string, job: JobRecord) => Promise<void>>>
  >
}

/** One use case's write transaction. */
export interface Tx extends SetupTx, Reader {
  readonly context: RequestContext
  readonly consequences: Consequences
  /**
   * Notes an event; it is written in the same transaction, after the work.
   * @throws Error for what a person does without {@link authorize} before: a use case that forgets it must not get through
   */
  record(event: EventDraft): void
  /**
   * Checks that the principal may do this to the targets (`rights.ts`). It also declares the attempt: when the use case is refused,
   * everything is rolled back, and a FAILURE event of this action is written in a transaction of its own. Where use cases are nested,
   * the outermost declaration counts.
   * @param audit `well-formed` for actions with a request body: a value that is not valid is a mistake, not an act
   * @throws ApiError E0000006
   */
  authorize(action: EventType, targets: LogTarget[], audit?: DenialAudit): void
}
