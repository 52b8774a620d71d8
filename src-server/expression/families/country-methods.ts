import { method } from '../operations.ts'
import { countryOf } from './conversions.ts'

/** Country codes (spec/4 §1.8 "Conversion"; ISO 3166-1). */
export const COUNTRY_METHODS = [
  method({
    on: 'text',
    name: 'parseCountryCode',
    takes: [],
    gives: 'country',
    help: 'The country of a two-letter, three-letter or numeric code, or of its English name.',
    run: ([self]) => countryOf(self),
  }),
  method({
    on: 'country',
    name: 'toAlpha2',
    takes: [],
    gives: 'text',
    help: 'The two-letter code, such as "US".',
    run: ([self]) => self.alpha2,
  }),
  method({
    on: 'country',
    name: 'toAlpha3',
    takes: [],
    gives: 'text',
    help: 'The three-letter code, such as "USA".',
    run: ([self]) => self.alpha3,
  }),
  method({
    on: 'country',
    name: 'toNumeric',
    takes: [],
    gives: 'text',
    help: 'The numeric code in three digits, such as "840".',
    run: ([self]) => self.numeric,
  }),
  method({
    on: 'country',
    name: 'toName',
    takes: [],
    gives: 'text',
    help: 'The short English name, such as "United States".',
    run: ([self]) => self.name,
  }),
]
