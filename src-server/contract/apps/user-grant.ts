import { z } from 'zod'
import { linksSchema, timestampSchema } from '../interface/fields.ts'
import { worded } from '../interface/translated.ts'

/** A scope as what was granted embeds it. */
export const grantedScopeSchema = z
  .object({
    id: worded(z.string(), 'scope'),
    name: worded(z.string(), 'scope'),
    displayName: z.string().nullable(),
    description: z.string().nullable(),
    _links: linksSchema.optional(),
  })
  .meta({ id: 'GrantedScope' })
export type GrantedScopeView = z.output<typeof grantedScopeSchema>

/** A scope that a person lets a client have, in the order of the wire. */
export const userGrantSchema = z
  .object({
    id: z.string(),
    status: z.literal('ACTIVE'),
    created: timestampSchema,
    lastUpdated: timestampSchema,
    issuer: z.string(),
    clientId: z.string(),
    userId: z.string(),
    scopeId: worded(z.string(), 'scope'),
    source: z.literal('END_USER'),
    _embedded: z.object({ scope: grantedScopeSchema }).optional(),
    _links: linksSchema,
  })
  .meta({ id: 'UserGrant' })
export type UserGrant = z.output<typeof userGrantSchema>
