import { z } from 'zod'
import { momentSchema } from '../interface/fields.ts'
import { JOB_STATES, JOB_TYPE_NAMES } from './job.ts'
import { workspaceSchema } from './workspace.ts'

/** How much of the past a report holds. */
export const DIAGNOSTICS_LIMITS = { logLines: 200, jobs: 20 } as const

const { engine, sampleLoaded, fileState, sizeBytes, lastBackup, counts } = workspaceSchema.shape

/** What helps to find an error of the program, and names no person, no secret and no place of this machine. */
export const diagnosticsSchema = z
  .object({
    madeAt: momentSchema,
    version: z.string(),
    startedAt: momentSchema,
    system: z.object({
      platform: z.string().meta({ description: 'As Node names it, such as `linux`' }),
      release: z.string(),
      arch: z.string(),
      node: z.string(),
      sqlite: z.string(),
      processors: z.int(),
      memoryBytes: z.int(),
      freeMemoryBytes: z.int(),
    }),
    workspace: z.object({
      engine,
      sampleLoaded,
      fileState,
      sizeBytes,
      lastBackup,
      counts,
      logConcerns: z.array(z.string()).meta({ description: 'Kinds of concerns about the audit log, such as `CLOCK`' }),
    }),
    jobs: z
      .array(
        z.object({
          type: z.enum(JOB_TYPE_NAMES),
          state: z.enum(JOB_STATES),
          problem: z.string().nullable().meta({ description: 'Without the values that it quotes' }),
          created: momentSchema,
          finished: momentSchema.nullable(),
        }),
      )
      .max(DIAGNOSTICS_LIMITS.jobs)
      .meta({ description: 'The latest background jobs that failed or were interrupted, the newest first' }),
    log: z
      .array(z.string())
      .max(DIAGNOSTICS_LIMITS.logLines)
      .meta({ description: 'The last lines of the service’s log, the oldest first; empty where its host keeps them' }),
  })
  .meta({ id: 'Diagnostics' })
export type Diagnostics = z.output<typeof diagnosticsSchema>
