import { z } from 'zod'
import { nameOfLength, momentSchema } from '../interface/fields.ts'

/**
 * Why the log cannot be relied on. The file is `OLDER` than what was sealed on this machine, or `DIFFERENT`; the `RECORD` of the newest
 * seal was changed; protective `SETTINGS` were changed without an event; old events are `UNSEALED`; the newest changes were `LOST` with
 * the write-ahead log; the `CLOCK` jumped ahead.
 */
const LOG_CONCERNS = ['OLDER', 'DIFFERENT', 'RECORD', 'SETTINGS', 'UNSEALED', 'LOST', 'CLOCK'] as const
export type LogConcernKind = (typeof LOG_CONCERNS)[number]

/** A finding about the log that a person has to accept before old events are removed, and the log is sealed, again. */
export const logConcernSchema = z
  .object({
    kind: z.enum(LOG_CONCERNS),
    found: momentSchema,
    /** One or two sentences for an administrator. */
    message: z.string(),
  })
  .meta({ id: 'LogConcern' })
export type LogConcern = z.output<typeof logConcernSchema>

type Kinds = readonly Pick<LogConcern, 'kind'>[]

/** Whether the log is not sealed while these concerns are open; any concern stops the removal of old events. */
export function stopSealing(concerns: Kinds): boolean {
  return concerns.some(({ kind }) => kind !== 'CLOCK')
}

/** What does not happen while these concerns are open, as the end of a sentence. */
export function suspendedText(concerns: Kinds): string {
  return `${stopSealing(concerns) ? 'the audit log is not sealed and ' : ''}old events are not removed`
}

export const logConcernAcceptanceSchema = z
  .object({
    reason: nameOfLength(255).meta({ description: 'Why what was found is as it should be; recorded in the log' }),
  })
  .meta({ id: 'LogConcernAcceptance' })
