import { z } from 'zod'
import { momentSchema } from '#contract/interface/fields.ts'
import { invalidCursor } from '#db/page.ts'

/**
 * Where a poll is: behind this number in the order of writing. Events older than `since` do not belong to it, except those that were
 * written after it began, behind `head`: here, where a clock was put back; or from elsewhere, where they happened shortly before and were
 * followed since. Cursors of earlier versions have no `head`.
 */
export interface PollCursor {
  poll: number
  since: string
  head?: number | undefined
}

/** Where a page of a bounded query ended, with the bounds, so that every page sees the same window. */
export interface BoundedCursor {
  published: string
  sequence: number
  since: string
  until: string
}
type Cursor = PollCursor | BoundedCursor

export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

const placeSchema = z.int().min(0)
const cursorSchema: z.ZodType<Cursor> = z.union([
  z.strictObject({ poll: placeSchema, since: momentSchema, head: placeSchema.optional() }),
  z.strictObject({ published: momentSchema, sequence: placeSchema, since: momentSchema, until: momentSchema }),
])

/** @throws E0000029 for a text that `encodeCursor` did not make */
export function decodeCursor(text: string): Cursor {
  try {
    const cursor = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    if (encodeCursor(cursor) === text) return cursor
  } catch {
    // Falls through: not one of ours.
  }
  throw invalidCursor()
}
