import { method } from '../operations.ts'
import * as text from './texts.ts'

const TEXT = { type: 'text' } as const
const SEARCH = { name: 'search', ...TEXT } as const

/** Methods of a text (spec/4 §1.8 "String methods"). */
export const STRING_METHODS = [
  method({
    on: 'text',
    name: 'toUpperCase',
    takes: [],
    gives: 'text',
    help: 'The text in capital letters.',
    run: ([self]) => text.upper(self),
  }),
  method({
    on: 'text',
    name: 'toLowerCase',
    takes: [],
    gives: 'text',
    help: 'The text in small letters.',
    run: ([self]) => self.toLowerCase(),
  }),
  method({
    on: 'text',
    name: 'substring',
    takes: [
      { name: 'start', type: 'number' },
      { name: 'end', type: 'number', optional: true },
    ],
    gives: 'text',
    help: 'The characters from start, counted from 0, up to but without end, or to the end of the text.',
    run: ([self, start, end]) => text.cut(self, start, end ?? self.length),
  }),
  method({
    on: 'text',
    name: 'replace',
    takes: [
      { name: 'match', ...TEXT },
      { name: 'replacement', ...TEXT },
    ],
    gives: 'text',
    help: 'The text with every occurrence of match replaced; match is taken literally.',
    run: ([self, match, replacement]) => text.replaceEvery(self, match, replacement),
  }),
  method({
    on: 'text',
    name: 'replaceFirst',
    takes: [
      { name: 'match', ...TEXT },
      { name: 'replacement', ...TEXT },
    ],
    gives: 'text',
    help: 'The text with the first occurrence of match replaced; match is taken literally.',
    run: ([self, match, replacement]) => text.replaceOnce(self, match, replacement),
  }),
  method({
    on: 'text',
    name: 'length',
    takes: [],
    gives: 'number',
    help: 'How many characters the text has.',
    run: ([self]) => self.length,
  }),
  method({
    on: 'text',
    name: 'removeSpaces',
    takes: [],
    gives: 'text',
    help: 'The text without spaces, tabs and line breaks.',
    run: ([self]) => text.withoutSpaces(self),
  }),
  method({
    on: 'text',
    name: 'contains',
    takes: [SEARCH],
    gives: 'boolean',
    help: 'Whether search occurs in the text, with its case.',
    run: ([self, search]) => self.includes(search),
  }),
  method({
    on: 'text',
    name: 'substringBefore',
    takes: [SEARCH],
    gives: 'text',
    help: 'What stands before the first occurrence of search; the whole text when there is none.',
    run: ([self, search]) => text.before(self, search),
  }),
  method({
    on: 'text',
    name: 'substringAfter',
    takes: [SEARCH],
    gives: 'text',
    help: 'What stands after the first occurrence of search; empty when there is none.',
    run: ([self, search]) => text.after(self, search),
  }),
]
