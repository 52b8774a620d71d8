import { z } from 'zod'
import { JOB_STATES, JOB_TYPE_NAMES, jobSchema } from '../gatehouse/job.ts'
import { collection } from '../interface/collection.ts'
import { defineRoute } from '../interface/route.ts'

const jobs = collection('job', { tag: 'Jobs', noun: 'a job', read: jobSchema, write: z.never(), created: 200 })

/** Background work: what runs, what waits, and how the latest jobs ended. */
export const jobRoutes = {
  listJobs: defineRoute({
    ...jobs.list,
    summary: 'List jobs, the newest first',
    description: 'All that wait or run, and the latest that have ended.',
    query: z.object({ state: z.enum(JOB_STATES).optional(), type: z.enum(JOB_TYPE_NAMES).optional() }),
  }),
  getJob: defineRoute({ ...jobs.get, summary: 'Read how far a job is, or how it ended' }),
  cancelJob: defineRoute({
    ...jobs.managing,
    method: 'POST',
    path: `${jobs.one}/cancel`,
    summary: 'Ask a job to end',
    description:
      'It ends soon after the reply, with `cancelRequested` until then. One that has ended already stays as it is; one of a type that cannot be cancelled is refused with 403 (`E0000107`).',
    params: jobs.params,
    responses: { 200: jobSchema },
    errors: ['E0000107'],
  }),
}
