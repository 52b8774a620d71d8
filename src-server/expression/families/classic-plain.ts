import { fn, type Operation } from '../operations.ts'
import type { Dialect } from '../types.ts'
import * as text from './texts.ts'

const dialects: readonly Dialect[] = ['classic']
const TEXT = { name: 'text', type: 'text' } as const
const SEPARATOR = { name: 'separator', type: 'text' } as const

/** What these functions and their new forms have in common. */
const old = (name: string, does: string) =>
  ({
    family: null,
    dialects,
    name,
    gives: 'text',
    newForm: `String.${name}`,
    help: `${does} An old form: write \`String.${name}\`.`,
  }) as const

/** Functions on texts as they were first written, without `String.`. They are still taken, with a hint. */
export const CLASSIC_PLAIN: readonly Operation[] = [
  fn({ ...old('toUpperCase', 'The text in capital letters.'), takes: [TEXT], run: ([input]) => text.upper(input) }),
  fn({ ...old('toLowerCase', 'The text in small letters.'), takes: [TEXT], run: ([input]) => input.toLowerCase() }),
  fn({
    ...old('substringBefore', 'What stands before the first separator.'),
    takes: [TEXT, SEPARATOR],
    run: ([input, separator]) => text.before(input, separator),
  }),
  fn({
    ...old('substringAfter', 'What stands after the first separator.'),
    takes: [TEXT, SEPARATOR],
    run: ([input, separator]) => text.after(input, separator),
  }),
  fn({
    ...old('substring', 'The characters from one place up to but without another.'),
    takes: [TEXT, { name: 'from', type: 'number' }, { name: 'to', type: 'number' }],
    run: ([input, from, to]) => text.cut(input, from, to),
  }),
]
