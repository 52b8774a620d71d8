import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '#contract/interface/api-error.ts'
import { deniedEvent } from '#audit-log/denied-event.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { jobs } from '#db/tables/jobs.ts'
import {
  changedPeople,
  peopleChanges,
  type ChangedPersonRecord,
  type PeopleChangeRecord,
} from '#db/tables/people-changes.ts'
import { displayNameOf, users, type UserRecord } from '#db/tables/users.ts'
import { problemOf } from '../../jobs/problem-of.ts'
import type { JobOutcome, JobWork } from '../../jobs/job-work.ts'
import { findPeople } from '../search/found-people.ts'
import { Exceptions } from '../group-rules/exceptions.ts'
import { ACTS } from './acts.ts'
import { forgetOldest } from './changes.ts'

/** What one transaction may take before its events are written, so that other writes pass between two; milliseconds. */
const SLICE_MS = 80
/** People that are read for one transaction. */
const SLICE_ROWS = 500
const PAUSE_MS = 5
const FOUND_AT_ONCE = 1_000

type Work = JobWork<'peopleChange'>

/**
 * Does the same to many people: first it notes whom it concerns, then it goes through them, a slice in each transaction, which also
 * notes how far it is. What was done stays where it is cut short: the journal says with whom, and takes it back where that is asked for.
 */
export async function runPeopleChange(work: Work): Promise<JobOutcome<'peopleChange'>> {
  const { service, subjectId, context, signal, report } = work
  await forgetOldest(service, context)
  const change = await peopleChanges.require(service.reader, subjectId)
  await setState(work, 'FINDING')
  const found = await (work.input.ids ? noteIds(work, work.input.ids) : noteFound(work, change))
  const { expected } = change
  if (!signal.aborted && expected !== null && found !== expected)
    return { problem: changedMeanwhile(found, expected), write: (tx) => end(tx, subjectId) }
  const facts = { changed: 0, unchanged: 0, refused: 0 }
  let done = 0
  report({ total: found, done, facts })
  if (!signal.aborted) await setState(work, 'APPLYING')
  while (!signal.aborted) {
    const where = { changeId: subjectId, outcome: 'PENDING' } as const
    const rows = await changedPeople.findAll(service.reader, { where, order: ['position'], limit: SLICE_ROWS })
    if (rows.length === 0) break
    const began = performance.now()
    const slice = await service.write(context, async (tx) => {
      const counted = await applySlice(tx, change, rows)
      for (const name of ['changed', 'unchanged', 'refused'] as const) counted[name] += facts[name]
      // WHY also in the file: what a crash leaves says how far it was.
      const job = await jobs.require(tx, work.id)
      await jobs.update(tx, job, { done: sumOf(counted), total: found, facts: { ...counted } })
      return counted
    })
    Object.assign(facts, slice)
    done = sumOf(facts)
    report({ done, facts: { ...facts } })
    await sleep(Math.max(PAUSE_MS, (performance.now() - began) / 10))
  }
  return { write: (tx) => end(tx, subjectId) }
}

const sumOf = ({ changed, unchanged, refused }: Counted) => changed + unchanged + refused

const changedMeanwhile = (found: number, expected: number) =>
  `The search finds ${found} people now, and found ${expected} when it was shown. Nothing was changed.`

const setState = ({ service, context, subjectId }: Work, state: PeopleChangeRecord['state']) =>
  service.write(context, async (tx) => {
    await peopleChanges.update(tx, await peopleChanges.require(tx, subjectId), { state })
  })

const end = async (tx: Tx, id: string) => {
  await peopleChanges.update(tx, await peopleChanges.require(tx, id), { state: 'ENDED' })
}

/** Notes whom the change concerns. @returns how many */
async function noteIds(work: Work, ids: readonly string[]): Promise<number> {
  for (let at = 0; at < ids.length && !work.signal.aborted; at += FOUND_AT_ONCE)
    await note(work, ids.slice(at, at + FOUND_AT_ONCE), at)
  return ids.length
}

async function noteFound(work: Work, { search }: PeopleChangeRecord): Promise<number> {
  let found = 0
  for await (const ids of findPeople(work.service, search ?? '')) {
    await note(work, ids, found)
    found += ids.length
    work.report({ facts: { found } })
    if (work.signal.aborted) break
  }
  return found
}

async function note({ service, context, subjectId }: Work, ids: readonly string[], first: number): Promise<void> {
  const rows = ids.map((userId, at) => ({
    ...{ changeId: subjectId, position: first + at, userId, outcome: 'PENDING' as const },
  }))
  if (rows.length === 0) return
  const columns = ['changeId', 'position', 'userId', 'outcome'] as const
  await service.write(context, (tx) => changedPeople.insertMany(tx, rows, columns))
}

type Counted = Record<'changed' | 'unchanged' | 'refused', number>

/** @returns what became of how many; the transaction ends when its time is over */
async function applySlice(tx: Tx, change: PeopleChangeRecord, rows: readonly ChangedPersonRecord[]): Promise<Counted> {
  const until = performance.now() + SLICE_MS
  const counted = { changed: 0, unchanged: 0, refused: 0 }
  const exceptions = new Exceptions(tx)
  tx.authorize(ACTS[change.act].event, [], 'never')
  for (const row of rows) {
    const outcome = await applyTo(tx, change, row.userId, exceptions)
    await changedPeople.update(tx, row, outcome)
    counted[COUNTED_AS[outcome.outcome]] += 1
    if (performance.now() > until) break
  }
  await exceptions.write()
  return counted
}

const COUNTED_AS = { CHANGED: 'changed', UNCHANGED: 'unchanged', REFUSED: 'refused' } as const
type Outcome = Pick<ChangedPersonRecord, 'name' | 'before' | 'after' | 'problem'> & { outcome: keyof typeof COUNTED_AS }

async function applyTo(tx: Tx, change: PeopleChangeRecord, userId: string, exceptions: Exceptions): Promise<Outcome> {
  const { apply, refusal } = ACTS[change.act]
  const nothing = { name: null, before: null, after: null, problem: null }
  const user = await users.get(tx, userId)
  if (!user) return { ...nothing, outcome: 'REFUSED', name: userId, problem: 'no longer there' }
  try {
    const changed = await apply(tx, user, change, exceptions)
    return { ...nothing, ...changed, outcome: changed ? 'CHANGED' : 'UNCHANGED' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await recordRefusal(tx, change, user, error)
    const problem = refusal?.(user) ?? problemOf(error, '')
    return { ...nothing, outcome: 'REFUSED', name: `${displayNameOf(user)} (${user.login})`, problem }
  }
}

/** As a request of its own would have left it. WHY here: the slice goes on, so that nothing else writes it. */
async function recordRefusal(tx: Tx, change: PeopleChangeRecord, user: UserRecord, error: ApiError): Promise<void> {
  const { event, attempt } = ACTS[change.act]
  const attempted = await attempt(tx, user, change)
  const denied = attempted && deniedEvent({ type: event, ...attempted }, error, tx.context)
  if (denied) tx.record(denied)
}
