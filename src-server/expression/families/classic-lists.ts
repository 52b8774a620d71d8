import { boundedText } from '../bounds.ts'
import { fn } from '../operations.ts'
import type { Dialect } from '../types.ts'
import { ConversionError, displayValue, type Value } from '../values.ts'
import { flattened, holds, withItem, withoutItem } from './lists.ts'

const dialects: readonly Dialect[] = ['classic', 'group-rule', 'event-filter']
const family = 'Arrays'
const LIST = { name: 'list', type: 'list', csv: true } as const
const LIST_OR_NULL = { ...LIST, nullable: true } as const
const VALUE = { name: 'value', type: 'any', nullable: true } as const

/** `Arrays.…` of the Classic language (spec/4 §1.8). `size` and `isEmpty` take null for an empty list; all take a text of items. */
export const CLASSIC_LISTS = [
  fn({
    family,
    dialects,
    name: 'add',
    takes: [LIST, VALUE],
    gives: 'list',
    help: 'The list with the value at its end.',
    run: ([list, value]) => withItem(list, value),
  }),
  fn({
    family,
    dialects,
    name: 'remove',
    takes: [LIST, VALUE],
    gives: 'list',
    help: 'The list without the first item that is the same as the value.',
    run: ([list, value]) => withoutItem(list, value),
  }),
  fn({
    family,
    dialects,
    name: 'clear',
    takes: [LIST],
    gives: 'list',
    help: 'An empty list.',
    run: () => [],
  }),
  fn({
    family,
    dialects,
    name: 'get',
    takes: [LIST, { name: 'position', type: 'number' }],
    gives: 'any',
    help: 'The item at a position, counted from 0.',
    run: ([list, position]) => {
      const item = Number.isInteger(position) && position >= 0 ? list[position] : undefined
      if (item !== undefined) return item
      throw new ConversionError(`a list of ${list.length} items has none at position ${position}`)
    },
  }),
  fn({
    family,
    dialects,
    name: 'flatten',
    takes: [{ name: 'values', type: 'any', rest: true }],
    gives: 'list',
    help: 'One list of all the values, with the items of inner lists in their place.',
    run: ([values]) => flattened(values),
  }),
  fn({
    family,
    dialects,
    name: 'contains',
    takes: [LIST, VALUE],
    gives: 'boolean',
    help: 'Whether an item of the list is the same as the value.',
    run: ([list, value]) => holds(list, value),
  }),
  fn({
    family,
    dialects,
    name: 'size',
    takes: [LIST_OR_NULL],
    gives: 'number',
    help: 'How many items the list has; 0 for null.',
    run: ([list]) => list?.length ?? 0,
  }),
  fn({
    family,
    dialects,
    name: 'isEmpty',
    takes: [LIST_OR_NULL],
    gives: 'boolean',
    help: 'Whether the list has no items; true for null.',
    run: ([list]) => (list?.length ?? 0) === 0,
  }),
  fn({
    family,
    dialects,
    name: 'toCsvString',
    takes: [LIST],
    gives: 'text',
    help: 'The items as one text, with commas between them.',
    run: ([list]) => boundedText(list.map(plainText).join(',')),
  }),
]

function plainText(value: Value): string {
  return typeof value === 'string' ? value : displayValue(value)
}
