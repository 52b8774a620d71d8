import type { JobState, JobType } from '#contract/gatehouse/job.ts'
import type { EventType } from '#contract/log/event-types.ts'
import { failed, policyResourceTarget } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import type { JobRecord } from '#db/tables/jobs.ts'

/**
 * Types whose end is an event, and the kind of what they worked on. WHY no verification: its event is about what was found, and one
 * that was cut short has found nothing.
 */
const END_EVENTS: Partial<Record<JobType, { type: EventType; kind: 'LogExport' | 'LogImport' }>> = {
  logExport: { type: 'gatehouse.log.export.complete', kind: 'LogExport' },
  logImport: { type: 'system.import.complete', kind: 'LogImport' },
}

const CUT_SHORT = 'the service ended before it was done'

/** Events say how a job ended, not only that it was asked for. One that is to begin again has not ended. */
export function recordJobEnd(tx: Tx, job: JobRecord, state: JobState, problem: string | null): void {
  const event = END_EVENTS[job.type]
  if (!event || !['COMPLETED', 'FAILED', 'INTERRUPTED'].includes(state)) return
  const { type, kind } = event
  const { id, subjectId, name } = job
  const targets = [policyResourceTarget(kind, { id: subjectId ?? id, name: name ?? id })]
  tx.authorize(type, targets, 'never')
  tx.record({
    type,
    targets,
    ...(state === 'COMPLETED' ? {} : { outcome: failed(problem ?? CUT_SHORT) }),
  })
}
