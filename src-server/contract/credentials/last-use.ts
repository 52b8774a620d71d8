import { z } from 'zod'
import { timestampSchema } from '../interface/fields.ts'

/** When and from where something that lets its holder in was used last. */
export const lastUseSchema = z
  .object({ time: timestampSchema, address: z.string().meta({ description: 'The address of the client' }) })
  .meta({ id: 'LastUse' })
export type LastUse = z.output<typeof lastUseSchema>

/** How long a last use is told to the second. */
export const LAST_USE_NOTE = 'To the second while the service runs, of earlier runs to the hour'
