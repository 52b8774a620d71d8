import { createHash } from 'node:crypto'
import { z } from 'zod'
import { invalid } from '#contract/interface/api-error.ts'
import { canonical } from '#contract/interface/canonical.ts'
import { LIMITS } from '#contract/interface/limits.ts'

/** What an answer counts, by name. */
export type Counts = Readonly<Record<string, number | string | boolean | null>>

/** Where the next answer goes on. */
export interface Place {
  /** The cursor of the page of the service that it is in; null: the first. */
  readonly after: string | null
  /** Rows of that page which were in answers before. */
  readonly skip: number
  /** Rows that were in all answers before. */
  readonly before: number
  /** What the first answer counted, which is not counted again. */
  readonly counts: Counts
  /** What the first answer settled, such as a range of time. */
  readonly state: Readonly<Record<string, string>>
}

/** The place of the first answer. */
const START: Place = { after: null, skip: 0, before: 0, counts: {}, state: {} }

const countSchema = z.union([z.number(), z.string().max(100), z.boolean(), z.null()])
const cursorSchema = z.tuple([
  z.string().length(16),
  z.string().max(500).nullable(),
  z.int().min(0),
  z.int().min(0),
  z.record(z.string().max(50), countSchema),
  z.record(z.string().max(50), z.string().max(100)),
])

/** By what a cursor knows the call that it is of. */
const digestOf = (tool: string, input: object): string =>
  createHash('sha256')
    .update(canonical([tool, input]))
    .digest('base64url')
    .slice(0, 16)

/** A place as a text that an assistant sends back. @param input the arguments of the call, without a cursor */
export function writeCursor(tool: string, input: object, { after, skip, before, counts, state }: Place): string {
  return Buffer.from(JSON.stringify([digestOf(tool, input), after, skip, before, counts, state])).toString('base64url')
}

function parse(text: string) {
  if (text.length > LIMITS.assistantCursorLength || !/^[\w-]+$/.test(text)) return null
  try {
    return cursorSchema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data ?? null
  } catch {
    return null
  }
}

/** The place that a cursor names. @throws ApiError E0000001 for one that is none, or of another call */
export function readCursor(tool: string, input: object, text: string | undefined): Place {
  if (text === undefined) return START
  const read = parse(text)
  if (!read) throw invalid('cursor', 'is not a cursor of this program')
  const [digest, after, skip, before, counts, state] = read
  if (digest !== digestOf(tool, input))
    throw invalid('cursor', 'is of another call: give it with the same tool and the same arguments')
  return { after, skip, before, counts, state }
}
