import type { PeopleAct } from '#contract/directory/people-change.ts'
import { invalid } from '#contract/interface/api-error.ts'
import type { EventType } from '#contract/log/event-types.ts'
import { USER_STEPS, type UserVerb } from '#contract/directory/user-steps.ts'
import type { Attempt } from '#audit-log/denied-event.ts'
import { USER_STATUS_LABELS, type UserStatus } from '#contract/directory/user-status.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { groupMembers, groups, type GroupRecord } from '#db/tables/groups.ts'
import type { PeopleChangeRecord } from '#db/tables/people-changes.ts'
import type { UserRecord } from '#db/tables/users.ts'
import type { Exceptions } from '../group-rules/exceptions.ts'
import { addMember, putBackMember, removeExcepting, takeBackMember, type EndedMembership } from '../groups.ts'
import { membershipTargets } from '../../service/person-target.ts'
import { changeUserStatus, deleteUser, eventOfStep, revertStep, stepStateOf } from '../user-lifecycle.ts'
import { canSignIn } from '../users.ts'
import { personTarget } from '../../service/person-target.ts'

type Values = Readonly<Record<string, unknown>>

/** How a person was before and after, so that it can be taken back. */
interface Changed {
  before: Values
  after: Values
}

type Refusable = Pick<Attempt, 'targets' | 'audit'>

/** What a change of people does to each of them. */
interface ActDefinition {
  /** As it is in the log, also where it is refused. */
  readonly event: EventType
  /** What an event of its refusal names, and when there is one, as for a request of its own; null for none. */
  attempt(tx: Tx, user: UserRecord, change: PeopleChangeRecord): Promise<Refusable | null>
  /**
   * @param exceptions of all people of the transaction, which are written at its end
   * @returns null for whom nothing changes @throws ApiError before anything is written, for whom it cannot be done
   */
  apply(tx: Tx, user: UserRecord, change: PeopleChangeRecord, exceptions: Exceptions): Promise<Changed | null>
  /** Why it cannot be done with somebody, where that is known before; null where it can. */
  refusal?(user: UserRecord): string | null
  /** @param exceptions as for {@link apply} @returns false where somebody changed the person since, so that they stay */
  revert?(
    tx: Tx,
    user: UserRecord,
    changed: Changed,
    change: PeopleChangeRecord,
    exceptions: Exceptions,
  ): Promise<boolean>
}

/** Of a person alone. */
const ofPerson: ActDefinition['attempt'] = (_, user) => {
  const targets = [personTarget(user)]
  return Promise.resolve({ targets, audit: 'all' })
}

const ofMembership: ActDefinition['attempt'] = async (tx, user, { groupId }) => {
  const group = await groups.get(tx, groupId ?? '')
  return group ? { targets: membershipTargets(group, user), audit: 'well-formed' } : null
}

/** Within a sentence, after how many people. */
const wordOf = (status: UserStatus) => USER_STATUS_LABELS[status].toLowerCase()

function step(verb: Exclude<PeopleAct & UserVerb, 'delete'>, isUndoable: boolean): ActDefinition {
  const { from, to } = USER_STEPS[verb]
  const change: ActDefinition = {
    event: eventOfStep(verb),
    attempt: ofPerson,
    refusal(user) {
      if (from.includes(user.status)) return null
      if (to(canSignIn(user)) === user.status) return `already ${wordOf(user.status)}`
      return from.length > 2 ? wordOf(user.status) : `${wordOf(user.status)}, not ${from.map(wordOf).join(' or ')}`
    },
    async apply(tx, user) {
      const after = await changeUserStatus(tx, user.id, verb)
      return { before: stepStateOf(user), after: stepStateOf(after) }
    },
  }
  if (!isUndoable) return change
  return {
    ...change,
    async revert(tx, user, { before, after }) {
      if (user.status !== after['status']) return false
      await revertStep(tx, user, verb, before as ReturnType<typeof stepStateOf>)
      return true
    },
  }
}

/** Each act of a change of people. */
export const ACTS: Readonly<Record<PeopleAct, ActDefinition>> = {
  activate: step('activate', true),
  unlock: step('unlock', false),
  expire_password: step('expire_password', false),
  reset_factors: step('reset_factors', false),
  suspend: step('suspend', true),
  unsuspend: step('unsuspend', true),
  deactivate: step('deactivate', true),
  delete: {
    event: 'user.lifecycle.delete.initiated',
    attempt: ofPerson,
    refusal: ({ status }) => (status === 'DEPROVISIONED' ? null : `${wordOf(status)}, and has to be deactivated first`),
    async apply(tx, user) {
      // The same call would deactivate an active person.
      if (user.status !== 'DEPROVISIONED') throw invalid('status', 'must be DEPROVISIONED', 'path')
      await deleteUser(tx, user.id)
      return { before: { status: user.status }, after: {} }
    },
  },
  add_to_group: {
    event: 'group.user_membership.add',
    attempt: ofMembership,
    async apply(tx, user, { groupId }) {
      const group = await groups.require(tx, groupId ?? '')
      const stored = await groupMembers.get(tx, group.id, user.id)
      if (stored?.byHand) return null
      await addMember(tx, { group, user })
      return { before: { member: stored !== undefined }, after: { member: true } }
    },
    async revert(tx, user, _, { groupId }) {
      const group: GroupRecord | undefined = await groups.get(tx, groupId ?? '')
      return group !== undefined && takeBackMember(tx, { group, user })
    },
  },
  remove_from_group: {
    event: 'group.user_membership.remove',
    attempt: ofMembership,
    async apply(tx, user, { groupId }, exceptions) {
      const group = await groups.require(tx, groupId ?? '')
      const ended = await removeExcepting(tx, { group, user }, exceptions)
      return ended && { before: ended, after: {} }
    },
    async revert(tx, user, { before }, { groupId }, exceptions) {
      const group: GroupRecord | undefined = await groups.get(tx, groupId ?? '')
      return group !== undefined && putBackMember(tx, { group, user }, before as EndedMembership, exceptions)
    },
  },
}
