import { z } from 'zod'
import { timestampSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'

/** A certificate by which identity providers are trusted, in the order of spec/5 §9. */
export const trustKeySchema = z
  .object({
    kty: z.literal('RSA'),
    created: timestampSchema,
    lastUpdated: timestampSchema,
    expiresAt: timestampSchema,
    alg: z.literal('RSA'),
    kid: z.string(),
    use: z.literal('sig'),
    x5c: z.array(z.string()),
    'x5t#S256': z.string(),
    e: z.string(),
    n: z.string(),
  })
  .meta({ id: 'IdentityProviderKey' })
export type TrustKey = z.output<typeof trustKeySchema>

/** A certificate as a request carries it. */
export const trustKeyWriteSchema = z
  .object({
    x5c: z
      .array(z.string().min(1).max(LIMITS.certificateLength))
      .min(1)
      .max(LIMITS.certificateChain)
      .meta({ description: 'Certificates, DER as base64; the first one counts' }),
  })
  .meta({ id: 'IdentityProviderKeyWrite' })
