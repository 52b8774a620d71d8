import { z } from 'zod'
import { linksSchema } from '../interface/fields.ts'

/** A client that holds tokens or consents, by the names of RFC 7591. */
export const tokenClientSchema = z
  .object({
    client_id: z.string(),
    client_name: z.string(),
    client_uri: z.string().nullable(),
    logo_uri: z.string().nullable(),
    _links: linksSchema,
  })
  .meta({ id: 'TokenClient' })
export type TokenClient = z.output<typeof tokenClientSchema>
