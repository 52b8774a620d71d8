import type { OrderOperator } from './types.ts'
import { boundedNumber, boundedText } from './bounds.ts'
import { Country, Group, isList, Time, UNDEFINED, type Known, type Value } from './values.ts'

/** Whether two known values are the same. Texts compare with their case; values of different types are not the same. */
export function same(left: Known, right: Known): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (isList(left)) return isList(right) && sameLists(left, right)
  if (left instanceof Time) return right instanceof Time && left.epochMs === right.epochMs
  if (left instanceof Country) return right instanceof Country && left.alpha2 === right.alpha2
  if (left instanceof Group) return right instanceof Group && left.record.id === right.record.id
  return false
}

function sameLists(left: readonly Value[], right: readonly Value[]): boolean {
  return left.length === right.length && left.every((item, index) => sameItems(item, right[index]))
}

/** As `same`; an item that is not known is the same as nothing. */
export function sameItems(left: Value | undefined, right: Value | undefined): boolean {
  if (left === UNDEFINED || right === UNDEFINED || left === undefined || right === undefined) return false
  return same(left, right)
}

/** `==` (spec/4 §1.9.5): null is decided on, the unknown is not. */
export function equal(left: Value, right: Value): boolean | typeof UNDEFINED {
  return left === UNDEFINED || right === UNDEFINED ? UNDEFINED : same(left, right)
}

const ORDER: Readonly<Record<OrderOperator, (difference: number) => boolean>> = {
  '<': (difference) => difference < 0,
  '<=': (difference) => difference <= 0,
  '>': (difference) => difference > 0,
  '>=': (difference) => difference >= 0,
}

/** Order of two numbers, two texts (by UTF-16 units) or two moments; UNDEFINED for anything else. */
export function ordered(operator: OrderOperator, left: Value, right: Value): boolean | typeof UNDEFINED {
  const difference = compare(left, right)
  return difference === null ? UNDEFINED : ORDER[operator](difference)
}

function compare(left: Value, right: Value): number | null {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0
  if (left instanceof Time && right instanceof Time) return left.epochMs - right.epochMs
  return null
}

/**
 * `+`: the sum of two numbers; otherwise texts, numbers and booleans joined when at least one is a text.
 * @throws ConversionError when the result grows out of bounds
 */
export function plus(left: Value, right: Value): Value {
  if (typeof left === 'number' && typeof right === 'number') return boundedNumber(left + right)
  if (typeof left !== 'string' && typeof right !== 'string') return UNDEFINED
  return isJoinable(left) && isJoinable(right) ? boundedText(`${left}${right}`) : UNDEFINED
}

function isJoinable(value: Value): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
