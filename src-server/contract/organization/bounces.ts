import { z } from 'zod'
import { momentSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'

/** Addresses to take from the bounce list; each is checked by itself (spec/2 "Remove List"). */
export const removeListSchema = z
  .object({ emailAddresses: z.array(z.string()).max(LIMITS.removedBounces) })
  .meta({ id: 'BouncesRemoveList' })

/** The addresses that were not accepted, and why. */
export const removeListReplySchema = z
  .object({ errors: z.array(z.object({ emailAddress: z.string(), reason: z.string() })) })
  .meta({ id: 'BouncesRemoveListReply' })
export type RemoveListReply = z.output<typeof removeListReplySchema>

/** An address that mail came back from. */
export const bouncedAddressSchema = z
  .object({
    address: z.string(),
    /** As the other side said it. */
    reason: z.string(),
    bounced: momentSchema,
    /** When its removal was asked for; null for one that stays. */
    removalRequested: momentSchema.nullable(),
  })
  .meta({ id: 'BouncedAddress' })
