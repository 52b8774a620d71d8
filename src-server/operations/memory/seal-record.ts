import { z } from 'zod'

/** How the record is written. */
export const sealRecordSchema = z.object({
  version: z.literal(1),
  /** Of the newest seal. */
  number: z.int(),
  /** Its hash, hexadecimal, by which the next seal refers to it. */
  seal: z.string(),
  sequence: z.int(),
  /** The link of that event, hexadecimal. */
  chain: z.string(),
  /** ISO 8601. */
  sealed: z.string(),
  fingerprint: z.string(),
  /** Base64; of the same key, over `number` to `sealed`. */
  signature: z.string(),
})

/**
 * What is known of the newest seal outside the workspace file. WHY signed, and not as the seal is: one who can write there as well
 * could put an earlier seal of the file into it.
 */
export type SealRecord = z.output<typeof sealRecordSchema>
