import { z } from 'zod'
import { cursorSchema, limitSchema, linksSchema, timestampSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'
import { worded } from '../interface/translated.ts'
import { grantedScopeSchema } from './user-grant.ts'

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
    scopes: z.array(worded(z.string(), 'scope')),
    _embedded: z.object({ scopes: z.array(grantedScopeSchema) }).optional(),
    _links: linksSchema,
  })
  .meta({ id: 'RefreshToken' })
export type RefreshToken = z.output<typeof refreshTokenSchema>

/** What of a token is shown besides. */
export const tokenExpansion = z.object({
  expand: z
    .enum(['scope', 'user'])
    .optional()
    .meta({ description: '`scope` embeds the scopes; `user` is taken and embeds nothing' }),
})
/** Of a list of tokens. */
export const tokenListQuery = tokenExpansion.extend({ limit: limitSchema(LIMITS.page.appTokens), after: cursorSchema })
