import { z } from 'zod'
import { linksSchema, timestampSchema } from '../interface/fields.ts'

/** A person who has signed in, in one browser, in the order of the wire. */
export const sessionSchema = z
  .object({
    id: z.string(),
    login: z.string(),
    userId: z.string(),
    expiresAt: timestampSchema.meta({ description: 'When it ends unless it is used before' }),
    status: z.literal('ACTIVE'),
    lastPasswordVerification: timestampSchema.nullable(),
    lastFactorVerification: timestampSchema.nullable(),
    amr: z.array(z.string()).meta({ description: 'How the person has signed in (RFC 8176)' }),
    idp: z.object({ id: z.string(), type: z.literal('SVC') }),
    mfaActive: z.boolean().meta({ description: 'Whether more than knowledge was asked of the person' }),
    _links: linksSchema,
  })
  .meta({ id: 'Session' })
export type Session = z.output<typeof sessionSchema>
