import { z } from 'zod'
import { LAST_USE_NOTE, lastUseSchema } from '../credentials/last-use.ts'

/** A secret or a key of a client, and when it last proved itself by it. */
export const credentialUseSchema = z
  .object({
    credentialId: z.string().meta({ description: 'Of the secret or the key' }),
    lastUsed: lastUseSchema.meta({ description: LAST_USE_NOTE }),
  })
  .meta({ id: 'CredentialUse' })
export type CredentialUse = z.output<typeof credentialUseSchema>
