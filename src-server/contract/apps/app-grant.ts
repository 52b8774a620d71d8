import { z } from 'zod'
import { lineSchema, linksSchema, timestampSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'
import { OAUTH_SCOPES } from '../interface/oauth-scopes.ts'
import { worded } from '../interface/translated.ts'

/** A scope of the interface that an administrator has granted to a client (spec/5 §8.7), in the order of the wire. */
export const appGrantSchema = z
  .object({
    id: z.string(),
    status: z.literal('ACTIVE'),
    created: timestampSchema,
    createdBy: z.object({ id: z.string(), type: z.enum(['User', 'PublicClientApp']) }),
    lastUpdated: timestampSchema,
    issuer: z.string(),
    clientId: z.string(),
    scopeId: worded(z.string(), 'scope'),
    source: z.literal('ADMIN'),
    _embedded: z.object({ scope: z.object({ id: worded(z.string(), 'scope') }) }).optional(),
    _links: linksSchema,
  })
  .meta({ id: 'ApplicationGrant' })
export type AppGrant = z.output<typeof appGrantSchema>

/** What grants a scope. */
export const appGrantWriteSchema = z
  .object({
    issuer: lineSchema()
      .min(1)
      .max(LIMITS.addressLength)
      .meta({ description: 'The address of the organization: no other server has scopes of this interface' }),
    scopeId: z.enum(OAUTH_SCOPES, 'is no scope of this interface'),
  })
  .meta({ id: 'ApplicationGrantWrite' })
export type AppGrantWrite = z.output<typeof appGrantWriteSchema>
