import { describe, expect, it } from 'vitest'
import { parseFilter } from '#filter/index.ts'
import { match } from '../../helpers/filter-match.ts'
import { FILTER_CASES } from '../../helpers/filter-cases.ts'
import { DIALECTS } from '../../helpers/filter-dialects.ts'

for (const { title, dialect, object, cases } of FILTER_CASES) {
  describe(title, () => {
    it.each(cases)('$says', (each) => {
      const result = parseFilter(each.query, DIALECTS[dialect] ?? expect.unreachable())
      if (each.problem === undefined) {
        expect(result.ok ? match(result.filter, each.object ?? object) : result.problems).toBe(each.match)
        return
      }
      const problems = result.ok ? [] : result.problems
      expect(problems.map(({ message }) => message)).toEqual([each.problem].flat())
      expect(problems[0]?.code).toBe(each.code)
    })
  })
}

it('at least 150 cases speak for the grammar', () => {
  expect(FILTER_CASES.flatMap(({ cases }) => cases).length).toBeGreaterThanOrEqual(150)
})
