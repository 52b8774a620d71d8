import { boundedList } from '../bounds.ts'
import { sameItems } from '../operators.ts'
import { isList, type Value } from '../values.ts'

/** What list methods and the `Arrays` functions of Classic have in common; none changes the list it is given. */

export function holds(list: readonly Value[], item: Value): boolean {
  return list.some((each) => sameItems(each, item))
}

/** @throws ConversionError when the list grows out of bounds */
export function withItem(list: readonly Value[], item: Value): readonly Value[] {
  return boundedList([...list, item])
}

/** Without the first item that is the same. */
export function withoutItem(list: readonly Value[], item: Value): readonly Value[] {
  const at = list.findIndex((each) => sameItems(each, item))
  return at === -1 ? list : list.toSpliced(at, 1)
}

/**
 * Lists within the list give way to their items, all the way down.
 * @throws ConversionError when the list grows out of bounds
 */
export function flattened(list: readonly Value[]): readonly Value[] {
  const flat: Value[] = []
  for (const item of list) {
    if (isList(item)) flat.push(...flattened(item))
    else flat.push(item)
  }
  return boundedList(flat)
}
