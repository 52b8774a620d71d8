import { cancelJob } from '#operations/jobs/cancel-job.ts'
import { listJobs, presentJob, requireJob } from '#operations/jobs/list-jobs.ts'
import type { jobRoutes } from '#contract/routes/jobs.ts'
import type { HandlerTable } from '../../handler-table.ts'

export const jobHandlers: HandlerTable<typeof jobRoutes> = {
  listJobs: async ({ service, query }) => ({ body: (await listJobs(service, query)).map(presentJob) }),

  getJob: async ({ service, reader, params }) => ({
    body: presentJob(await requireJob(service, reader, params.jobId)),
  }),

  cancelJob: async ({ service, reader, write, params }) => {
    await write((tx) => cancelJob(tx, params.jobId))
    return { body: presentJob(await requireJob(service, reader, params.jobId)) }
  },
}
