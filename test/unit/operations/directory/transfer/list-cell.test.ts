import fc from 'fast-check'
import { expect, it } from 'vitest'
import { joinList, splitList } from '#operations/directory/transfer/list-cell.ts'
import { runs } from '../../../../helpers/runs.ts'

/** Much of what could be confused with a separator. */
const value = fc
  .oneof(fc.string({ unit: fc.constantFrom('|', '\\', ' ', 'a', "'", '"', ',') }), fc.string({ unit: 'grapheme' }))
  .map((text) => text.trim())
  .filter((text) => text !== '')

it('a list that was written into a cell is read as it was, whatever its values hold', () => {
  fc.assert(
    fc.property(fc.array(value), (values) => {
      expect(splitList(joinList(values))).toEqual(values)
    }),
    { numRuns: runs(2) },
  )
})

it.each([
  ['ski | sail', ['ski', 'sail']],
  ['ski|sail|', ['ski', 'sail']],
  ['a\\|b | c', ['a|b', 'c']],
  ['a\\\\|b', ['a\\', 'b']],
  ['C:\\ | \\\\server\\share', ['C:\\', '\\\\server\\share']],
  ['', []],
])('people who write %j mean %j', (cell, values) => {
  expect(splitList(cell)).toEqual(values)
})

it('a cell as long as a row may be is read at once', () => {
  expect(splitList('\\'.repeat(1_000_000))).toHaveLength(1)
  expect(splitList('|'.repeat(1_000_000))).toEqual([])
})
