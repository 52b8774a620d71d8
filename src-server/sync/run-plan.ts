import type { JobOutcome, JobWork } from '#operations/jobs/job-work.ts'
import { planForRemote } from './plan-for-remote.ts'
import { planTakeBack } from './take-back/plan-take-back.ts'

/** Plans in the background: what makes a remote be as the workspace, or what takes back another plan. */
export async function runPlan(work: JobWork<'syncPlan'>): Promise<JobOutcome<'syncPlan'>> {
  const { service, subjectId: connectionId, context, signal, report } = work
  const { takesBack, ...request } = work.input
  const workspace = service.own.caller
  if (!workspace) throw new Error('the service does not serve its interface')
  const onProgress = (done: number) => report({ done })
  if (takesBack === undefined)
    await planForRemote(service, { workspace, connectionId, request, context, signal, onProgress })
  else await planTakeBack(service, { planId: takesBack, context, signal })
  return {}
}
