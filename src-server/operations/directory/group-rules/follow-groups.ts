import { canonical } from '#contract/interface/canonical.ts'
import { statusChange, targetOf } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { groupRules } from '#db/tables/group-rules.ts'
import { jobs, type JobRecord } from '#db/tables/jobs.ts'
import { ROWID } from '#db/tables/table.ts'
import type { JobInputs } from '../../jobs/job-inputs.ts'
import { queueJob } from '../../jobs/queue-job.ts'
import { rulesThatFill } from './group-rules.sql.ts'
import { readRuleSet } from './rule-set.ts'

interface RulesToRun {
  /** What is worked on, for people. */
  name?: string | null
  touched?: readonly string[]
  dropped?: readonly string[]
}

/**
 * Asks for a job that holds everybody against some rules again, and against all that read groups. One of the same caller that waits
 * takes them over, so that many changes are one run.
 */
export async function queueRules(tx: Tx, { name = null, touched = [], dropped = [] }: RulesToRun): Promise<void> {
  const waiting = await waitingJob(tx)
  if (!waiting) {
    await queueJob(tx, { type: 'groupRules', input: { touched, dropped }, ...(name !== null && { name }) })
    return
  }
  const before = waiting.input as JobInputs['groupRules']
  const both = (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])]
  const input = { touched: both(before.touched, touched), dropped: both(before.dropped, dropped) }
  await jobs.update(tx, waiting, { input, name: waiting.name === name ? name : null })
}

/** The last run that has not begun. WHY of the same caller: its events name who asked, and why. */
async function waitingJob(tx: Tx): Promise<JobRecord | undefined> {
  const where = { state: 'QUEUED', type: 'groupRules', cancelRequested: false } as const
  const waiting = await jobs.findOne(tx, { where, order: [[ROWID, 'DESC']] })
  const { principal, changeReason } = tx.context
  const isSame =
    waiting && canonical([waiting.principal, waiting.changeReason]) === canonical([principal, changeReason])
  return isSame ? waiting : undefined
}

/** Rules ask for groups by name. */
export async function groupRenamed(tx: Tx): Promise<void> {
  if ((await readRuleSet(tx)).groupReaders.length > 0) await queueRules(tx, {})
}

/** Rules that put people into a group that is gone do not work any more; what they gave elsewhere stays (spec/5 §4). */
export async function groupDeleted(tx: Tx, groupId: string): Promise<void> {
  for (const rule of await rulesThatFill(tx, groupId)) {
    await groupRules.update(tx, rule, { status: 'INVALID', lastUpdated: tx.now })
    const targets = [targetOf('groupRule', rule, statusChange(rule.status, 'INVALID'))]
    tx.record({ type: 'group.user_membership.rule.invalidate', targets })
  }
  await groupRenamed(tx)
}
