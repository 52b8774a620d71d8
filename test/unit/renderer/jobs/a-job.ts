import type { Job } from '#contract/gatehouse/job.ts'

/** A job that has just been asked for, with what a test needs to differ. */
export const aJob = (more: Partial<Job> = {}): Job => ({
  id: 'job1',
  type: 'logExport',
  state: 'QUEUED',
  name: 'log.ndjson',
  subjectId: 'lex1',
  done: 0,
  total: null,
  facts: {},
  problem: null,
  startedBy: { id: '00u1', displayName: 'Ada Admin' },
  cancellable: true,
  cancelRequested: false,
  created: '2026-11-21T10:00:00.000Z',
  started: null,
  finished: null,
  ...more,
})
