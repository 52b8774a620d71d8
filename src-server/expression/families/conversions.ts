import { ConversionError } from '../values.ts'
import { findCountry } from '#contract/interface/countries.ts'
import type { Country } from '../values.ts'

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const LEAST = -2_147_483_648
const GREATEST = 2_147_483_647
const MAX_SHOWN = 40

/**
 * The number that a text writes.
 * @throws ConversionError for anything but a decimal number
 */
export function numberOf(text: string): number {
  const trimmed = text.trim()
  const number = DECIMAL.test(trimmed) ? Number(trimmed) : Number.NaN
  if (Number.isFinite(number)) return number
  throw new ConversionError(`${shown(text)} is not a number`)
}

/**
 * Text to a 32-bit integer: rounded, then clamped at both ends (spec/4 §1.8 "Number conversion").
 * @throws ConversionError for anything but a decimal number
 */
export function integerOfText(text: string): number {
  return Math.min(GREATEST, Math.max(LEAST, Math.round(numberOf(text)))) + 0
}

/** Number to a 32-bit integer: rounded, then wrapped (spec/4 §1.8 "Number conversion"). */
export function integerOfNumber(number: number): number {
  return Math.round(number) | 0
}

/**
 * The country of a code or an English name.
 * @throws ConversionError when there is none
 */
export function countryOf(text: string): Country {
  const country = findCountry(text)
  if (country) return country
  throw new ConversionError(`${shown(text)} is not a country of ISO 3166-1`)
}

/** A value of the context in an explanation, shortened. */
export function shown(text: string): string {
  return JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)
}
