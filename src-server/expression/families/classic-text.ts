import { boundedText } from '../bounds.ts'
import { fn } from '../operations.ts'
import type { Dialect } from '../types.ts'
import * as text from './texts.ts'

const dialects: readonly Dialect[] = ['classic', 'group-rule', 'event-filter']
const family = 'String'
const INPUT = { name: 'input', type: 'text' } as const
const SEARCH = { name: 'search', type: 'text' } as const
const MATCH = { name: 'match', type: 'text' } as const
const REPLACEMENT = { name: 'replacement', type: 'text' } as const

/** `String.…` of the Classic language (spec/4 §1.8). */
export const CLASSIC_TEXT = [
  fn({
    family,
    dialects,
    name: 'append',
    takes: [INPUT, { name: 'suffix', type: 'text' }],
    gives: 'text',
    help: 'The text with the suffix at its end.',
    run: ([input, suffix]) => boundedText(input + suffix),
  }),
  fn({
    family,
    dialects,
    name: 'join',
    takes: [
      { name: 'separator', type: 'text' },
      { name: 'texts', type: 'text', rest: true },
    ],
    gives: 'text',
    help: 'The texts in order, with the separator between them.',
    run: ([separator, texts]) => boundedText(texts.join(separator)),
  }),
  fn({
    family,
    dialects,
    name: 'len',
    takes: [INPUT],
    gives: 'number',
    help: 'How many characters the text has.',
    run: ([input]) => input.length,
  }),
  fn({
    family,
    dialects,
    name: 'removeSpaces',
    takes: [INPUT],
    gives: 'text',
    help: 'The text without spaces, tabs and line breaks.',
    run: ([input]) => text.withoutSpaces(input),
  }),
  fn({
    family,
    dialects,
    name: 'replace',
    takes: [INPUT, MATCH, REPLACEMENT],
    gives: 'text',
    help: 'The text with every occurrence of match replaced; match is taken literally.',
    run: ([input, match, replacement]) => text.replaceEvery(input, match, replacement),
  }),
  fn({
    family,
    dialects,
    name: 'replaceFirst',
    takes: [INPUT, MATCH, REPLACEMENT],
    gives: 'text',
    help: 'The text with the first occurrence of match replaced; match is taken literally.',
    run: ([input, match, replacement]) => text.replaceOnce(input, match, replacement),
  }),
  fn({
    family,
    dialects,
    name: 'startsWith',
    takes: [INPUT, SEARCH],
    gives: 'boolean',
    help: 'Whether the text starts with search, with its case.',
    run: ([input, search]) => input.startsWith(search),
  }),
  fn({
    family,
    dialects,
    name: 'stringContains',
    takes: [INPUT, SEARCH],
    gives: 'boolean',
    help: 'Whether search occurs in the text, with its case.',
    run: ([input, search]) => input.includes(search),
  }),
  fn({
    family,
    dialects,
    name: 'stringSwitch',
    takes: [INPUT, { name: 'fallback', type: 'text' }, { name: 'keysAndValues', type: 'text', rest: true }],
    gives: 'text',
    help: 'The value after the first key that occurs in the text; the fallback when none does.',
    run: ([input, fallback, pairs]) => {
      const at = pairs.findIndex((key, index) => index % 2 === 0 && input.includes(key))
      return at === -1 ? fallback : (pairs[at + 1] ?? fallback)
    },
  }),
  fn({
    family,
    dialects,
    name: 'substring',
    takes: [INPUT, { name: 'start', type: 'number' }, { name: 'end', type: 'number' }],
    gives: 'text',
    help: 'The characters from start, counted from 0, up to but without end.',
    run: ([input, start, end]) => text.cut(input, start, end),
  }),
  fn({
    family,
    dialects,
    name: 'substringAfter',
    takes: [INPUT, SEARCH],
    gives: 'text',
    help: 'What stands after the first occurrence of search; empty when there is none.',
    run: ([input, search]) => text.after(input, search),
  }),
  fn({
    family,
    dialects,
    name: 'substringBefore',
    takes: [INPUT, SEARCH],
    gives: 'text',
    help: 'What stands before the first occurrence of search; the whole text when there is none.',
    run: ([input, search]) => text.before(input, search),
  }),
  fn({
    family,
    dialects,
    name: 'toLowerCase',
    takes: [INPUT],
    gives: 'text',
    help: 'The text in small letters.',
    run: ([input]) => input.toLowerCase(),
  }),
  fn({
    family,
    dialects,
    name: 'toUpperCase',
    takes: [INPUT],
    gives: 'text',
    help: 'The text in capital letters.',
    run: ([input]) => text.upper(input),
  }),
]
