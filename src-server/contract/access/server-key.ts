import { z } from 'zod'
import { linksSchema } from '../interface/fields.ts'

/** The key that signs, the one after it, and the one before it, by which tokens are still verified. */
const KEY_STATUSES = ['ACTIVE', 'NEXT', 'EXPIRED'] as const
export type ServerKeyStatus = (typeof KEY_STATUSES)[number]

/** The public half of a key that an authorization server signs with. */
export const serverKeySchema = z
  .object({
    status: z.enum(KEY_STATUSES),
    alg: z.literal('RS256'),
    e: z.string(),
    n: z.string(),
    kid: z.string(),
    kty: z.literal('RSA'),
    use: z.literal('sig'),
    _links: linksSchema,
  })
  .meta({ id: 'AuthorizationServerKey' })
export type ServerKey = z.output<typeof serverKeySchema>

/** What asks for the next key to sign. */
export const keyRotationSchema = z
  .object({ use: z.literal('sig').nullish() })
  .optional()
  .meta({ id: 'AuthorizationServerKeyRotation' })
