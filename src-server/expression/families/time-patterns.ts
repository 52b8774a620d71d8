import type { Time } from '../values.ts'
import { datePatterns } from './date-patterns.ts'
import {
  FRACTION,
  HALF_DAY_HOUR,
  HALF_OF_DAY,
  MONTH,
  numeric,
  offset,
  WEEKDAY,
  YEAR,
  ZONE,
  type Field,
} from './pattern-fields.ts'

/** Date patterns of conditions, such as `yyyy-MM-dd HH:mm`. */

/** Field letters as in the widespread date patterns; `Y` counts as `y`, which is what people mean by it. */
const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['y', YEAR],
  ['Y', YEAR],
  ['u', YEAR],
  ['M', MONTH],
  ['d', numeric('day')],
  ['H', numeric('hour')],
  ['h', HALF_DAY_HOUR],
  ['m', numeric('minute')],
  ['s', numeric('second')],
  ['S', FRACTION],
  ['a', HALF_OF_DAY],
  ['E', WEEKDAY],
  ['Z', offset(null, ['', ':'])],
  ['X', offset('Z', ['', '', ':'])],
  ['x', offset(null, ['', '', ':'])],
  ['z', ZONE],
  ['V', ZONE],
])

/** The patterns of conditions. */
export const { error: patternError, write: formatTime, read: parseTime } = datePatterns(FIELDS)

/** Writes a moment in ISO 8601; seconds' fractions only where there are any. */
export function formatIso(time: Time): string {
  return formatTime(time, `yyyy-MM-dd'T'HH:mm:ss${time.epochMs % 1_000 === 0 ? '' : '.SSS'}XXX`)
}
