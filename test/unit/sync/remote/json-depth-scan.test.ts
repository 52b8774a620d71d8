import fc from 'fast-check'
import { expect, it } from 'vitest'
import { depthScan } from '#sync/remote/json-depth-scan.ts'
import { runs } from '../../../helpers/runs.ts'

/** How many objects and lists are inside one another. */
const depthOf = (value: unknown): number =>
  value !== null && typeof value === 'object' ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

const value = fc.jsonValue({ maxDepth: 6 })
const braces = fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '"', '\\', 'x') })

it('tells how deep any JSON is, however its bytes are cut', () => {
  fc.assert(
    fc.property(
      value,
      braces,
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 1, max: 7 }),
      (json, text, depth, size) => {
        const given = [text, json]
        const bytes = Buffer.from(JSON.stringify(given))
        const isTooDeep = depthScan(depth)
        let found = false
        for (let from = 0; from < bytes.length && !found; from += size)
          found = isTooDeep(bytes.subarray(from, from + size))
        expect(found).toBe(depthOf(given) > depth)
      },
    ),
    { numRuns: runs() },
  )
})
