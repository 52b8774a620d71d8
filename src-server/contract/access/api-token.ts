import { z } from 'zod'
import { LAST_USE_NOTE, lastUseSchema } from '../credentials/last-use.ts'
import { linksSchema, nameSchema, timestampSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { tokenNetworkSchema } from '../policy/conditions.ts'

/** What made a token, as the interface calls it. */
export const TOKEN_CLIENT = 'Svc API'
/** A token ends so many days after its last use (spec/4 §2.5). */
export const TOKEN_WINDOW_DAYS = 30
/** The same as an ISO 8601 duration. */
export const TOKEN_WINDOW = `P${TOKEN_WINDOW_DAYS}D` as const

/** Where the requests of a token must come from: `include` and `exclude` hold ids of zones of addresses. */
export type TokenNetwork = z.output<typeof tokenNetworkSchema>

/** What can be written of an API token; without a network it keeps the one that it has, and a new one works from anywhere. */
export const apiTokenWriteSchema = z
  .strictObject({ name: nameSchema, network: tokenNetworkSchema.optional() })
  .meta({ id: 'ApiTokenWrite' })
export type ApiTokenWrite = z.output<typeof apiTokenWriteSchema>

/** What makes a token. */
export const apiTokenCreateSchema = apiTokenWriteSchema
  .extend({ userId: idSchema.optional().meta({ description: 'Whose rights it has; absent: the caller' }) })
  .meta({ id: 'ApiTokenCreate' })

/** An API token as the interface shows it, without its value (spec/5 §11). */
export const apiTokenSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    userId: z.string(),
    clientName: z.literal(TOKEN_CLIENT),
    tokenWindow: z
      .literal(TOKEN_WINDOW)
      .nullable()
      .meta({ description: 'How long after its last use it ends; null in lists' }),
    network: tokenNetworkSchema,
    expiresAt: timestampSchema,
    created: timestampSchema,
    lastUpdated: timestampSchema,
    _links: linksSchema,
  })
  .meta({ id: 'ApiToken' })
export type ApiToken = z.output<typeof apiTokenSchema>

/** An API token as the program shows it. */
export const apiTokenDetailsSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    user: z
      .object({
        id: z.string(),
        name: z.string().nullable().meta({ description: 'Null where they were deleted' }),
        isPerson: z.boolean().meta({ description: 'Whether they are still one of the people of the directory' }),
      })
      .meta({ description: 'Whose rights it has' }),
    network: tokenNetworkSchema,
    created: timestampSchema,
    expiresAt: timestampSchema,
    hasEnded: z.boolean(),
    lastUsed: lastUseSchema.nullable().meta({ description: `${LAST_USE_NOTE}; null: never` }),
    isCurrent: z.boolean().meta({ description: 'Whether this request came with it' }),
  })
  .meta({ id: 'ApiTokenDetails' })
export type ApiTokenDetails = z.output<typeof apiTokenDetailsSchema>

/** A new token with its value, which is told nowhere else. */
export const madeApiTokenSchema = apiTokenDetailsSchema
  .extend({ token: z.string().meta({ description: 'What follows `SSWS ` in requests' }) })
  .meta({ id: 'MadeApiToken' })
