import { z } from 'zod'
import { nameOfLength, momentSchema } from '../interface/fields.ts'

/**
 * Why the service does not vouch for the log. The file is `OLDER` than what was sealed on this machine, or `DIFFERENT`; the `RECORD` of
 * the newest seal was touched; protective `SETTINGS` were changed without an event; events are `UNSEALED` though they are old; the
 * newest changes were `LOST` with the write-ahead log. After a leap of the `CLOCK` it only removes nothing.
 */
const LOG_CONCERNS = ['OLDER', 'DIFFERENT', 'RECORD', 'SETTINGS', 'UNSEALED', 'LOST', 'CLOCK'] as const
export type LogConcernKind = (typeof LOG_CONCERNS)[number]

/** What has to be looked at by a person before the log is sealed, or old events are removed, again. */
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
    reason: nameOfLength(255).meta({ description: 'Why what was found is as it should be; it stands in the log' }),
  })
  .meta({ id: 'LogConcernAcceptance' })
