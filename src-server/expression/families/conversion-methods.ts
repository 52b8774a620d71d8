import { method } from '../operations.ts'
import { integerOfNumber, integerOfText, numberOf } from './conversions.ts'

/** From text to number and between kinds of number (spec/4 §1.8 "Conversion", "Number conversion"). */
export const CONVERSION_METHODS = [
  method({
    on: 'text',
    name: 'toInteger',
    takes: [],
    gives: 'number',
    help: 'The whole number nearest to what the text writes, within 32 bits.',
    run: ([self]) => integerOfText(self),
  }),
  method({
    on: 'text',
    name: 'toNumber',
    takes: [],
    gives: 'number',
    help: 'The number that the text writes.',
    run: ([self]) => numberOf(self),
  }),
  method({
    on: 'number',
    name: 'toInteger',
    takes: [],
    gives: 'number',
    help: 'The nearest whole number; one beyond 32 bits wraps around.',
    run: ([self]) => integerOfNumber(self),
  }),
  method({
    on: 'number',
    name: 'toNumber',
    takes: [],
    gives: 'number',
    help: 'The number itself.',
    run: ([self]) => self,
  }),
]
