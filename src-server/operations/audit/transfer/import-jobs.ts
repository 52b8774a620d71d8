import type { LogImport } from '#contract/log/log-transfer.ts'
import { perService } from '../../per-service.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import type { Service } from '../../service.ts'
import { policyResourceTarget } from '#contract/log/targets.ts'

export interface ImportJob {
  view: LogImport
  readonly file: string
  readonly isOurs: boolean
  readonly context: RequestContext
  readonly abort: AbortController
}

/**
 * The imports under way, and those whose end could not be written down; what is being taken out again; and the line that both
 * stand in, one after the other.
 */
interface Imports {
  readonly jobs: Map<string, ImportJob>
  readonly removing: Map<string, LogImport>
  tail: Promise<void>
  readonly stopping: AbortController
}

export const importsOf = perService((): Imports => ({
  jobs: new Map(),
  removing: new Map(),
  tail: Promise.resolve(),
  stopping: new AbortController(),
}))

export const targetOf = ({ id, name }: LogImport) => policyResourceTarget('LogImport', { id, name })

/** Ends what runs; the next start goes on, or says so. */
export async function stopImports(service: Service): Promise<void> {
  const { jobs, stopping, tail } = importsOf(service)
  stopping.abort()
  for (const { abort } of jobs.values()) abort.abort()
  await tail
}
