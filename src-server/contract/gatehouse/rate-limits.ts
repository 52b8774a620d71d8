import { z } from 'zod'
import { timestampSchema } from '../interface/fields.ts'

/** Whether the limits of the interface are on. */
export const rateLimitSettingsSchema = z.object({ enabled: z.boolean() }).meta({ id: 'RateLimitSettings' })

const bucketSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    limit: z.number().meta({ description: 'Requests in a minute' }),
    used: z.number().meta({ description: 'Of the minute that runs; more than the limit where requests were refused' }),
    resets: timestampSchema.nullable().meta({ description: 'When that minute ends; null while nothing was asked' }),
    tokenLimit: z
      .number()
      .nullable()
      .meta({ description: 'What one API token may take of it; null where that is not limited by itself' }),
  })
  .meta({ id: 'RateLimitBucket' })

/** How much of each limit is used in the minute that runs. */
export const rateLimitsSchema = rateLimitSettingsSchema
  .extend({
    buckets: z.array(bucketSchema),
    concurrency: z.object({ limit: z.number(), used: z.number() }).meta({ id: 'RateLimitConcurrency' }),
  })
  .meta({ id: 'RateLimits' })
export type RateLimitsView = z.output<typeof rateLimitsSchema>
