import { JOB_TYPES, isActive } from '#contract/gatehouse/job.ts'
import { jobRoutes } from '#contract/routes/jobs.ts'
import type { RunningServer } from '#server/index.ts'

/**
 * Background work of a workspace that a person or a script asked for and that has not ended; the service's own housekeeping
 * goes on after the next start.
 * @returns titles, each once
 */
export async function runningWork(server: Pick<RunningServer, 'url' | 'token'> | null): Promise<string[]> {
  if (!server) return []
  const reply = await fetch(server.url + jobRoutes.listJobs.path, {
    headers: { authorization: `SSWS ${server.token}` },
  })
  if (!reply.ok) throw new Error(`the jobs cannot be read: ${reply.status}`)
  const jobs = jobRoutes.listJobs.responses[200].parse(await reply.json())
  const asked = jobs.filter(({ state, type }) => isActive(state) && !JOB_TYPES[type].isHousekeeping)
  return [...new Set(asked.map(({ type }) => JOB_TYPES[type].title))]
}
