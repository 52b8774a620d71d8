import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '#contract/interface/api-error.ts'
import type { Tx } from '#audit-log/transaction.ts'
import {
  changedPeople,
  peopleChanges,
  type ChangedPersonRecord,
  type PeopleChangeRecord,
} from '#db/tables/people-changes.ts'
import { users } from '#db/tables/users.ts'
import type { JobOutcome, JobWork } from '../../jobs/job-work.ts'
import { Exceptions } from '../group-rules/exceptions.ts'
import { ACTS } from './acts.ts'

const SLICE_MS = 80
const SLICE_ROWS = 500
const PAUSE_MS = 5

/** Takes back what a change has done to people; where it is cut short it goes on at the next start. */
export async function runPeopleRevert(work: JobWork<'peopleRevert'>): Promise<JobOutcome<'peopleRevert'>> {
  const { service, subjectId, context, signal, report } = work
  const change = await peopleChanges.require(service.reader, subjectId)
  const facts = { reverted: 0, kept: 0 }
  const where = { changeId: subjectId, outcome: 'CHANGED' } as const
  const total = await changedPeople.count(service.reader, where)
  report({ total, facts })
  while (!signal.aborted) {
    // The last person first, so that the log reads as the change backwards.
    const rows = await changedPeople.findAll(service.reader, {
      where,
      order: [['position', 'DESC']],
      limit: SLICE_ROWS,
    })
    if (rows.length === 0) break
    const { reverted, kept } = await service.write(context, (tx) => revertSlice(tx, change, rows))
    facts.reverted += reverted
    facts.kept += kept
    report({ done: facts.reverted + facts.kept, facts: { ...facts } })
    await sleep(PAUSE_MS)
  }
  return {
    async write(tx) {
      await peopleChanges.update(tx, await peopleChanges.require(tx, subjectId), { state: 'REVERTED' })
    },
  }
}

async function revertSlice(
  tx: Tx,
  change: PeopleChangeRecord,
  rows: readonly ChangedPersonRecord[],
): Promise<{ reverted: number; kept: number }> {
  const until = performance.now() + SLICE_MS
  const facts = { reverted: 0, kept: 0 }
  const exceptions = new Exceptions(tx)
  tx.authorize(ACTS[change.act].event, [], 'never')
  for (const row of rows) {
    const isBack = await revertOne(tx, change, row, exceptions)
    facts[isBack ? 'reverted' : 'kept'] += 1
    await changedPeople.update(tx, row, { outcome: isBack ? 'REVERTED' : 'KEPT' })
    if (performance.now() > until) break
  }
  await exceptions.write()
  return facts
}

/** @returns false for whom somebody changed since, or deleted */
async function revertOne(
  tx: Tx,
  change: PeopleChangeRecord,
  row: ChangedPersonRecord,
  exceptions: Exceptions,
): Promise<boolean> {
  const user = await users.get(tx, row.userId)
  const { revert } = ACTS[change.act]
  if (!user || !revert) return false
  const changed = { before: row.before ?? {}, after: row.after ?? {} }
  return revert(tx, user, changed, change, exceptions).catch((error: unknown) => {
    if (error instanceof ApiError) return false
    throw error
  })
}
