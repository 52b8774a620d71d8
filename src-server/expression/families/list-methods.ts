import { method } from '../operations.ts'
import { flattened, holds, withItem, withoutItem } from './lists.ts'

const ITEM = { name: 'item', type: 'any', nullable: true } as const

/** Methods of a list (spec/4 §1.8 "List methods"). */
export const LIST_METHODS = [
  method({
    on: 'list',
    name: 'contains',
    takes: [ITEM],
    gives: 'boolean',
    help: 'Whether an item of the list is the same as the one given.',
    run: ([self, item]) => holds(self, item),
  }),
  method({
    on: 'list',
    name: 'size',
    takes: [],
    gives: 'number',
    help: 'How many items the list has.',
    run: ([self]) => self.length,
  }),
  method({
    on: 'list',
    name: 'isEmpty',
    takes: [],
    gives: 'boolean',
    help: 'Whether the list has no items.',
    run: ([self]) => self.length === 0,
  }),
  method({
    on: 'list',
    name: 'add',
    takes: [ITEM],
    gives: 'list',
    help: 'The list with the item at its end.',
    run: ([self, item]) => withItem(self, item),
  }),
  method({
    on: 'list',
    name: 'remove',
    takes: [ITEM],
    gives: 'list',
    help: 'The list without the first item that is the same as the one given.',
    run: ([self, item]) => withoutItem(self, item),
  }),
  method({
    on: 'list',
    name: 'flatten',
    takes: [],
    gives: 'list',
    help: 'The list with the items of inner lists in their place.',
    run: ([self]) => flattened(self),
  }),
]
