import { ROWID, sqlCondition } from '#db/tables/table.ts'
import { isActive } from '#contract/gatehouse/job.ts'
import { PEOPLE_ACTS, type PeopleChange, type PeopleOutcome } from '#contract/directory/people-change.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { groups } from '#db/tables/groups.ts'
import { changedPeople, peopleChanges } from '#db/tables/people-changes.ts'
import { newestJobOf, stateOf } from './changes.ts'
import { commonestRefusals, countByOutcome } from './people-changes.sql.ts'

/** @throws ApiError E0000007 */
export async function requirePeopleChange(reader: Reader, id: string): Promise<PeopleChange> {
  const { change, job } = await changeWithJob(reader, id)
  const counts = await countOutcomes(reader, id)
  const state = stateOf(change, job)
  const { act, groupId, search, created } = change
  // By its name of today, as the list of groups calls it.
  const group = groupId === null ? undefined : await groups.get(reader, groupId)
  const groupName = group?.name ?? change.groupName
  return {
    ...{ id, act, groupId, groupName, search, state, problem: job?.problem ?? null, counts },
    ...(await readRefused(reader, id, counts.refused)),
    undoable: PEOPLE_ACTS[act].isUndoable && state === 'ENDED' && counts.changed > 0,
    ...{ jobId: job?.id ?? null, created },
  }
}

/** A change with its newest job. WHY again: the job may end between the two reads, and what it ended with belongs to the change's end. */
async function changeWithJob(reader: Reader, id: string) {
  const job = await newestJobOf(reader, id)
  const change = await peopleChanges.require(reader, id)
  const hasEndedMeanwhile = change.state === 'ENDED' && job !== undefined && isActive(job.state)
  return { change, job: hasEndedMeanwhile ? await newestJobOf(reader, id) : job }
}

/** The newest first. */
export async function listPeopleChanges(reader: Reader): Promise<PeopleChange[]> {
  const { condition } = reader.visible('read', 'peopleChange')
  const rows = await peopleChanges.findAll(reader, { where: sqlCondition(condition), order: [[ROWID, 'DESC']] })
  return Promise.all(rows.map(({ id }) => requirePeopleChange(reader, id)))
}

async function countOutcomes(reader: Reader, id: string): Promise<PeopleChange['counts']> {
  const rows = await countByOutcome(reader, id)
  const of = (outcome: PeopleOutcome) => rows.find((row) => row.outcome === outcome)?.count ?? 0
  return {
    found: rows.reduce((sum, { count }) => sum + count, 0),
    ...{ pending: of('PENDING'), changed: of('CHANGED'), unchanged: of('UNCHANGED'), refused: of('REFUSED') },
    ...{ reverted: of('REVERTED'), kept: of('KEPT') },
  }
}

async function readRefused(
  reader: Reader,
  id: string,
  count: number,
): Promise<Pick<PeopleChange, 'reasons' | 'refused'>> {
  if (count === 0) return { reasons: [], refused: [] }
  const reasons = await commonestRefusals(reader, id, LIMITS.peopleChangeReasons)
  const rows = await changedPeople.findAll(reader, {
    where: { changeId: id, outcome: 'REFUSED' },
    order: ['position'],
    limit: LIMITS.peopleChangeRefused,
  })
  return {
    reasons,
    refused: rows.map(({ userId, name, problem }) => ({ userId, name: name ?? userId, problem: problem ?? '' })),
  }
}
