import { fn } from '../operations.ts'
import type { Dialect } from '../types.ts'
import { UNDEFINED } from '../values.ts'
import { countryOf, integerOfNumber, integerOfText, numberOf } from './conversions.ts'

const dialects: readonly Dialect[] = ['classic', 'event-filter']
const CODE = { name: 'code', type: 'text' } as const
const NUMBER = { name: 'value', type: 'any' } as const

/** `Convert.…` and `Iso3166Convert.…` of the Classic language (spec/4 §1.8). Group rules do not take them. */
export const CLASSIC_CONVERSIONS = [
  fn({
    family: 'Convert',
    dialects,
    name: 'toInt',
    takes: [NUMBER],
    gives: 'number',
    help: 'The whole number nearest to a number, or to what a text writes, within 32 bits.',
    run: ([value]) => {
      if (typeof value === 'string') return integerOfText(value)
      return typeof value === 'number' ? integerOfNumber(value) : UNDEFINED
    },
  }),
  fn({
    family: 'Convert',
    dialects,
    name: 'toNum',
    takes: [NUMBER],
    gives: 'number',
    help: 'The number that a text writes.',
    run: ([value]) => {
      if (typeof value === 'string') return numberOf(value)
      return typeof value === 'number' ? value : UNDEFINED
    },
  }),
  fn({
    family: 'Iso3166Convert',
    dialects,
    name: 'toAlpha2',
    takes: [CODE],
    gives: 'text',
    help: 'The two-letter code of a country.',
    run: ([code]) => countryOf(code).alpha2,
  }),
  fn({
    family: 'Iso3166Convert',
    dialects,
    name: 'toAlpha3',
    takes: [CODE],
    gives: 'text',
    help: 'The three-letter code of a country.',
    run: ([code]) => countryOf(code).alpha3,
  }),
  fn({
    family: 'Iso3166Convert',
    dialects,
    name: 'toNumeric',
    takes: [CODE],
    gives: 'text',
    help: 'The numeric code of a country, in three digits.',
    run: ([code]) => countryOf(code).numeric,
  }),
  fn({
    family: 'Iso3166Convert',
    dialects,
    name: 'toName',
    takes: [CODE],
    gives: 'text',
    help: 'The short English name of a country.',
    run: ([code]) => countryOf(code).name,
  }),
]
