import { arch, availableParallelism, freemem, homedir, platform, release, totalmem } from 'node:os'
import { DIAGNOSTICS_LIMITS, type Diagnostics } from '#contract/gatehouse/diagnostics.ts'
import { safeLogLine, withoutQuoted } from '#contract/gatehouse/log-line.ts'
import { redact } from '#contract/gatehouse/redact.ts'
import { listJobs } from '../jobs/list-jobs.ts'
import type { Service } from '../service/service.ts'
import { describeWorkspace } from './describe-workspace.ts'
import { sqliteVersion } from './workspace.sql.ts'

const FAILED: ReadonlySet<string> = new Set(['FAILED', 'INTERRUPTED'])

/** What helps to find an error, without anything that names a person, a secret or a place of this machine. */
export async function diagnose(service: Service): Promise<Diagnostics> {
  const home = homedir()
  const [workspace, jobs, sqlite] = await Promise.all([
    describeWorkspace(service),
    listJobs(service),
    sqliteVersion(service.store.read),
  ])
  const { version, startedAt, engine, sampleLoaded, fileState, sizeBytes, lastBackup, counts } = workspace
  return {
    madeAt: service.now(),
    version,
    startedAt,
    system: {
      platform: platform(),
      release: release(),
      arch: arch(),
      node: process.versions.node,
      sqlite,
      processors: availableParallelism(),
      memoryBytes: totalmem(),
      freeMemoryBytes: freemem(),
    },
    workspace: {
      ...{ engine, sampleLoaded, fileState, sizeBytes, lastBackup, counts },
      logConcerns: workspace.logConcerns.map(({ kind }) => kind),
    },
    jobs: jobs
      .filter(({ state }) => FAILED.has(state))
      .slice(0, DIAGNOSTICS_LIMITS.jobs)
      .map(({ type, state, problem, created, finished }) => ({
        ...{ type, state, created, finished },
        problem: problem && safeProblem(problem, home),
      })),
    log: service
      .recentLog()
      .slice(-DIAGNOSTICS_LIMITS.logLines)
      .map((line) => safeLogLine(line, { home })),
  }
}

/** Which line of a file was refused; not why: the file decides a part of those words. */
const OF_A_FILE = /^line \d+/

function safeProblem(problem: string, home: string): string {
  return OF_A_FILE.exec(problem)?.[0] ?? redact(withoutQuoted(problem), home)
}
