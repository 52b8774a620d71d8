import { boundedText } from '../bounds.ts'
import { ConversionError, type Time } from '../values.ts'
import { shown } from './conversions.ts'
import type { Draft, Field } from './pattern-fields.ts'
import { clockOf, isZone, momentOf } from './times.ts'

/** Date patterns such as `yyyy-MM-dd HH:mm`: letters mean fields, text in quotes is literal. */

interface FieldPart {
  field: Field
  count: number
  letters: string
}
type Part = { literal: string } | FieldPart
type Fields = ReadonlyMap<string, Field>

/** What can be done with the patterns of a language. */
interface DatePatterns {
  /** The error of a pattern, as the end of a sentence; null when it is valid. */
  error(pattern: string): string | null
  /**
   * Writes a moment in its own zone.
   * @throws ConversionError when the pattern is not one
   */
  write(time: Time, pattern: string): string
  /**
   * Reads a moment, in UTC unless the pattern holds a zone. What the pattern leaves out is the least there is.
   * @param now milliseconds since the epoch, near which a year of two digits is
   * @throws ConversionError when text or pattern are not what they should be
   */
  read(text: string, pattern: string, now?: number): Time
}

/** The patterns whose letters mean these fields. */
export function datePatterns(fields: Fields): DatePatterns {
  return {
    error: (pattern) => errorOf(fields, pattern),
    write: (time, pattern) => written(time, partsOf(fields, pattern)),
    read: (text, pattern, now = 0) => readBy(partsOf(fields, pattern), text, pattern, now),
  }
}

function errorOf(fields: Fields, pattern: string): string | null {
  try {
    partsOf(fields, pattern)
    return null
  } catch (error) {
    if (error instanceof ConversionError) return error.message
    throw error
  }
}

function written(time: Time, parts: readonly Part[]): string {
  const clock = { ...clockOf(time), zone: time.zone, epochMs: time.epochMs }
  const texts = parts.map((part) => ('literal' in part ? part.literal : part.field.write(clock, part.count)))
  return boundedText(texts.join(''))
}

function readBy(parts: readonly Part[], text: string, pattern: string, now: number): Time {
  const draft: Draft = {
    ...{ year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0, ms: 0, zone: 'UTC', afternoon: null },
    thisYear: new Date(now).getUTCFullYear(),
  }
  let at = 0
  for (const part of parts) {
    const read =
      'literal' in part ? text.startsWith(part.literal, at) && part.literal : readField(part, text, at, draft)
    if (read === false) throw new ConversionError(`${shown(text)} does not follow the pattern ${shown(pattern)}`)
    at += read.length
  }
  if (draft.afternoon !== null) draft.hour = (draft.hour % 12) + (draft.afternoon ? 12 : 0)
  const time = at === text.length && isZone(draft.zone) ? momentOf(draft, draft.zone) : null
  if (time) return time
  throw new ConversionError(`${shown(text)} is not a time in the pattern ${shown(pattern)}`)
}

function readField({ field, count, letters }: FieldPart, text: string, at: number, draft: Draft): string | false {
  if (!field.read)
    throw new ConversionError(`the field ${shown(letters)} of a date pattern is only written, never read`)
  const pattern = new RegExp(field.pattern(count), 'y')
  pattern.lastIndex = at
  const read = pattern.exec(text)?.[0]
  if (read === undefined) return false
  field.read(read, draft)
  return read
}

const MAX_PATTERN = 100
const MAX_COUNT = 9
const PIECE = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+/y

function partsOf(fields: Fields, pattern: string): Part[] {
  if (pattern.length > MAX_PATTERN) throw new ConversionError(`a date pattern has at most ${MAX_PATTERN} characters`)
  const parts: Part[] = []
  for (PIECE.lastIndex = 0; PIECE.lastIndex < pattern.length;) {
    const match = PIECE.exec(pattern)
    if (!match) throw new ConversionError(`the quote in the date pattern ${shown(pattern)} has no end`)
    parts.push(partOf(fields, match))
  }
  return parts
}

function partOf(fields: Fields, [piece, quotedText, letter]: RegExpExecArray): Part {
  if (quotedText !== undefined) return { literal: quotedText === '' ? "'" : quotedText.replaceAll("''", "'") }
  if (letter === undefined) return { literal: piece }
  const field = fields.get(letter)
  if (!field || piece.length > MAX_COUNT) throw new ConversionError(`${shown(piece)} is not a field of a date pattern`)
  return { field, count: piece.length, letters: piece }
}
