import type { Reader } from '#db/connection.ts'
import { jobs, type JobRecord } from '#db/tables/jobs.ts'

/** The jobs that have ended, without the newest ones. @param kept how many of the newest are left out */
export function oldJobs(reader: Pick<Reader, 'all'>, kept: number): Promise<JobRecord[]> {
  const tail = 'WHERE finished IS NOT NULL ORDER BY finished DESC, rowid DESC LIMIT -1 OFFSET ?'
  return jobs.all(reader, tail, [kept])
}
