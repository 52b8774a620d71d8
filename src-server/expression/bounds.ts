import { LIMITS } from '#contract/interface/limits.ts'
import { ConversionError, type Value } from './values.ts'

/** What bounds the cost of one expression. Ours: the documents give none. */
export const BOUNDS = {
  sourceLength: LIMITS.expressionLength,
  /** Sub-expressions, which is also the most that one evaluation can take in steps. */
  nodes: 2_000,
  /** Brackets, calls, conditions and negations inside one another. */
  depth: 60,
  /** Problems reported at once. */
  problems: 20,
  /** Characters that an operation may make. */
  textLength: 32_768,
  listLength: 10_000,
  /** Milliseconds either side of the epoch that a date can hold (ECMA-262 §21.4.1.1). */
  epochMs: 8.64e15,
} as const

/**
 * Refuses a text that is about to become too long.
 * @throws ConversionError
 */
export function checkTextLength(length: number): void {
  if (length > BOUNDS.textLength) throw new ConversionError(`the text grows beyond ${BOUNDS.textLength} characters`)
}

/**
 * Lets a made text through when it is not too long.
 * @throws ConversionError
 */
export function boundedText(text: string): string {
  checkTextLength(text.length)
  return text
}

/**
 * Lets a made list through when it is not too long.
 * @throws ConversionError
 */
export function boundedList(list: readonly Value[]): readonly Value[] {
  if (list.length <= BOUNDS.listLength) return list
  throw new ConversionError(`the list grows beyond ${BOUNDS.listLength} items`)
}

/**
 * Lets a computed number through when it is one.
 * @throws ConversionError
 */
export function boundedNumber(number: number): number {
  if (Number.isFinite(number)) return number
  throw new ConversionError('the number is out of range')
}
