import { describe, expect, it } from 'vitest'
import { coverageOf } from '../../../scripts/coverage-spec.ts'

const report = (...tests: [string, string][]) => ({
  testResults: [{ assertionResults: tests.map(([status, fullName]) => ({ status, fullName })) }],
})
const rows = ['1 conditions/people', '1 policy/name', '3 events/one row']

describe('the coverage of the documents', () => {
  it('counts passing tests by the rows that their titles name', () => {
    const { counts, missing } = coverageOf(
      report(
        ['passed', 'a name is a text [spec/1 policy/name]'],
        ['passed', 'both [spec/1 policy/name] [spec/3 events/one row]'],
        ['passed', 'names none'],
      ),
      rows,
    )
    expect([...counts]).toEqual([
      ['1 conditions/people', 0],
      ['1 policy/name', 2],
      ['3 events/one row', 1],
    ])
    expect(missing).toEqual(['1 conditions/people'])
  })

  it('does not count what fails or is skipped, nor a row twice that one title names twice', () => {
    const { counts } = coverageOf(
      report(
        ['failed', 'x [spec/1 policy/name]'],
        ['skipped', 'y [spec/1 policy/name]'],
        ['passed', 'z [spec/1 policy/name] [spec/1 policy/name]'],
      ),
      rows,
    )
    expect(counts.get('1 policy/name')).toBe(1)
  })

  it('tells which tests name a row that there is none of', () => {
    const { unknown } = coverageOf(report(['failed', 'a typo [spec/1 policy/nmae]']), rows)
    expect([...unknown]).toEqual([['1 policy/nmae', ['a typo [spec/1 policy/nmae]']]])
  })
})
