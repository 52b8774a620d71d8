import { z } from 'zod'
import { linksSchema, timestampSchema } from '../interface/fields.ts'

/** A refresh token of a client, without the token itself (spec/5 §8.7), in the order of the wire. */
export const refreshTokenSchema = z
  .object({
    id: z.string(),
    status: z.enum(['ACTIVE', 'REVOKED']),
    created: timestampSchema,
    lastUpdated: timestampSchema,
    expiresAt: timestampSchema,
    issuer: z.string(),
    clientId: z.string(),
    userId: z.string(),
    scopes: z.array(z.string()),
    _links: linksSchema,
  })
  .meta({ id: 'RefreshToken' })
