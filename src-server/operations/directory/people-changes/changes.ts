import { ROWID } from '#db/tables/table.ts'
import { isActive } from '#contract/gatehouse/job.ts'
import {
  GROUP_ACTS,
  PEOPLE_ACTS,
  type PeopleAct,
  type PeopleActMeta,
  type PeopleChangeState,
  type PeopleChangeWrite,
} from '#contract/directory/people-change.ts'
import { ApiError, invalid } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { groups, type GroupRecord } from '#db/tables/groups.ts'
import { jobs, type JobRecord } from '#db/tables/jobs.ts'
import { changedPeople, peopleChanges, type PeopleChangeRecord } from '#db/tables/people-changes.ts'
import { queueJob } from '../../jobs/queue-job.ts'
import type { Service } from '../../service/service.ts'
import { assertReadableSearch } from '../search/search-users.ts'
import { ACTS } from './acts.ts'
import { idleChanges } from './people-changes.sql.ts'

/**
 * Asks for the same to be done to many people. @returns the id
 * @throws ApiError E0000001 for a body that does not fit together; E0000031 for a search that cannot be read; E0000047 while too many wait
 */
export async function createPeopleChange(tx: Tx, { ids, ...write }: PeopleChangeWrite): Promise<string> {
  const { act, groupId = null, search = null, expected = null } = write
  tx.authorize(ACTS[act].event, [], 'never')
  if ((ids === undefined) === (search === null)) throw invalid('ids', 'must be given, or search in its place')
  if (ids && expected !== null) throw invalid('expected', 'is only for a search')
  if (search !== null) assertReadableSearch(search)
  const group = await requireGroup(tx, GROUP_ACTS.has(act), groupId)
  const id = tx.newId('peopleChange')
  const groupName = group?.name ?? null
  await peopleChanges.insert(tx, { id, act, groupId, groupName, search, expected, state: 'WAITING', created: tx.now })
  await queueJob(tx, {
    ...{ type: 'peopleChange', subjectId: id, name: nameOfJob(act, groupName) },
    input: { ids: ids ? [...new Set(ids)] : null },
  })
  return id
}

function nameOfJob(act: PeopleAct, groupName: string | null): string {
  const { label, ofGroup }: PeopleActMeta = PEOPLE_ACTS[act]
  return groupName === null || !ofGroup ? label : ofGroup(groupName)
}

/** @returns the group, for an act that needs one */
async function requireGroup(reader: Reader, isNeeded: boolean, groupId: string | null): Promise<GroupRecord | null> {
  if (!isNeeded) {
    if (groupId !== null) throw invalid('groupId', `is only for ${[...GROUP_ACTS].join(' and ')}`)
    return null
  }
  if (groupId === null) throw invalid('groupId', 'is required')
  const group = await groups.get(reader, groupId)
  if (!group) throw invalid('groupId', `${groupId} (UserGroup) does not exist`)
  if (group.type !== 'SVC_GROUP') throw invalid('groupId', `${group.name} has no members by hand`)
  return group
}

/** The newest job of a change. INVARIANT: read before the change, so that one whose job has ended is seen as its end left it. */
export function newestJobOf(reader: Reader, id: string): Promise<JobRecord | undefined> {
  return jobs.findOne(reader, { where: { subjectId: id }, order: [[ROWID, 'DESC']] })
}

/** Where a change is: what its job was cut short in has ended, and what it left can be taken back. */
export function stateOf({ state }: PeopleChangeRecord, job: JobRecord | undefined): PeopleChangeState {
  if (state === 'ENDED' || state === 'REVERTED') return state
  return job && isActive(job.state) ? state : 'ENDED'
}

/** Begins to take a change back. @throws ApiError E0000107 for one that is under way, was taken back, or cannot be */
export async function undoPeopleChange(tx: Tx, id: string): Promise<void> {
  const job = await newestJobOf(tx, id)
  const change = await peopleChanges.require(tx, id)
  const state = stateOf(change, job)
  const { label, isUndoable } = PEOPLE_ACTS[change.act]
  tx.authorize(ACTS[change.act].event, [], 'never')
  if (!isUndoable) throw notUndoable(`${label}: cannot be taken back`)
  if (state !== 'ENDED') throw notUndoable(`the change is ${state}; this needs one that is ENDED`)
  await peopleChanges.update(tx, change, { state: 'REVERTING' })
  await queueJob(tx, { type: 'peopleRevert', input: null, name: job?.name ?? label, subjectId: id })
}

const notUndoable = (errorSummary: string) => new ApiError('E0000107', { causes: [{ errorSummary }] })

/** Rows that one transaction removes. */
const REMOVED_AT_ONCE = 2_000

/** Makes room for the one that begins: changes that are long past can no longer be taken back. Those that a job works at stay. */
export async function forgetOldest(service: Pick<Service, 'reader' | 'write'>, context: RequestContext): Promise<void> {
  for (const change of await idleChanges(service.reader, LIMITS.peopleChangesKept - 1)) {
    let removed = REMOVED_AT_ONCE
    while (removed === REMOVED_AT_ONCE)
      removed = await service.write(context, (tx) =>
        changedPeople.removeSome(tx, 'changeId', change.id, REMOVED_AT_ONCE),
      )
    await service.write(context, (tx) => peopleChanges.remove(tx, change))
  }
}
