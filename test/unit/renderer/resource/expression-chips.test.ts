import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requireAttribute, userSearch } from '#filter/index.ts'
import { chipsOf, draftOf, expressionOf, readDraft, withChip, withoutChip } from '#ui/resource/list/expression-chips.ts'
import { queries } from '../../../helpers/filter-arbitraries.ts'
import { runs } from '../../../helpers/runs.ts'

const ANY = userSearch(null)
const OFFERED = userSearch([
  { name: 'badge', type: 'integer' },
  { name: 'remote', type: 'boolean' },
  { name: 'sites', type: 'array', items: { type: 'string' } },
])
const expressions = queries(OFFERED, (path) => requireAttribute(path, OFFERED, 'search'))

describe('chips of an expression', () => {
  it('are the same after they were written as an expression again, for whatever they can show', () => {
    fc.assert(
      fc.property(fc.array(expressions, { minLength: 1, maxLength: 4 }), (parts) => {
        const text = parts.map((part) => `(${part})`).join(' and ')
        const chips = chipsOf(text, OFFERED)
        if (chips === null) return void expect(text).toMatch(/ or /)
        expect(chipsOf(expressionOf(chips), OFFERED)).toEqual(chips)
        // Each of them is what its form would write, unchanged.
        for (const chip of chips) {
          const { source, problem } = readDraft(draftOf(chip), OFFERED, chip)
          if (source) expect([source, problem]).toEqual([expressionOf([chip]), ''])
        }
      }),
      { numRuns: runs(0.5) },
    )
  })

  it.each([
    ['status eq "ACTIVE" or status eq "STAGED"'],
    ['profile.city eq "Bern" and (status eq "ACTIVE" or id pr)'],
    ['profile.city eq'],
  ])('cannot show %s', (text) => expect(chipsOf(text, ANY)).toBeNull())

  it('change the expression in its own grammar', () => {
    const chips = chipsOf('profile.city eq "Bern" and (status eq "ACTIVE" and profile.title pr)', ANY) ?? []
    expect(withoutChip(chips, 1)).toBe('profile.city eq "Bern" and profile.title pr')
    expect(withChip(chips, 0, 'profile.city sw "B"')).toBe(
      'profile.city sw "B" and status eq "ACTIVE" and profile.title pr',
    )
    expect(withChip([], 0, 'id pr')).toBe('id pr')
  })
})

it.each([
  ['profile.badge', 'ge', '12', 'profile.badge ge 12'],
  ['profile.remote', 'eq', 'true', 'profile.remote eq true'],
  ['profile.sites', 'eq', 'Bern "Old Town"', 'profile.sites eq "Bern \\"Old Town\\""'],
  ['profile.city', 'pr', '', 'profile.city pr'],
] as const)('a form of %s %s %s writes %s', (path, operator, text, source) => {
  expect(readDraft({ path, operator, text }, OFFERED)).toEqual({ source, problem: '' })
})

it('a form with a value that the attribute cannot have says so', () => {
  expect(readDraft({ path: 'profile.badge', operator: 'eq', text: 'twelve' }, OFFERED).problem).not.toBe('')
  expect(readDraft({ path: 'profile.badge', operator: 'eq', text: '' }, OFFERED)).toEqual({ source: '', problem: '' })
})
