import { z } from 'zod'
import { activeStatusSchema, linksSchema, timestampSchema } from '../interface/fields.ts'
import { ownSecretSchema } from './client-credentials.ts'

/**
 * A secret of a client (spec/2 "Client Secret", spec/5 §8.7), in the order of the wire. `client_secret` is missing where the key
 * that sealed it is gone: the secret still works, but cannot be shown.
 */
export const clientSecretSchema = z
  .object({
    id: z.string(),
    created: timestampSchema,
    lastUpdated: timestampSchema,
    status: activeStatusSchema,
    client_secret: z.string().optional(),
    secret_hash: z.string(),
    _links: linksSchema,
  })
  .meta({ id: 'ClientSecret' })
export type ClientSecret = z.output<typeof clientSecretSchema>

/** A secret to add: the caller's own, or, without one, a random one. */
export const clientSecretWriteSchema = z
  .object({ client_secret: ownSecretSchema.nullish() })
  .optional()
  .meta({ id: 'ClientSecretWrite' })
