import { describe, expect, it } from 'vitest'
import { referenceOf } from '#ui/components/expression/reference.ts'
import { EXPRESSION_CATALOGUE } from '#expression/index.ts'
import { DIALECTS } from '#expression/types.ts'

describe('the reference', () => {
  it.each(DIALECTS)('holds everything that %s has, and nothing else', (dialect) => {
    const { objects, methods, functions, operators } = EXPRESSION_CATALOGUE
    const expected = [objects, methods, functions, operators].flat().filter((each) => each.dialects.includes(dialect))
    const shown = referenceOf(dialect, '').flatMap(({ entries }) => entries)
    expect(shown.map(({ signature }) => signature).sort()).toEqual(expected.map(({ signature }) => signature).sort())
  })

  it('is searched by words of names and help, in any order', () => {
    const found = referenceOf('condition', 'moment  LATER').flatMap(({ entries }) => entries.map(({ name }) => name))
    expect(found).toEqual(['plusDays', 'plusHours', 'plusMinutes', 'plusSeconds'])
    expect(referenceOf('condition', 'no such thing')).toEqual([])
  })

  it('puts in what can be gone on with', () => {
    const piece = (name: string) => {
      const entry = referenceOf('condition', '')
        .flatMap(({ entries }) => entries)
        .find((each) => each.name === name)
      const { insert, cursor } = entry?.piece ?? { insert: '', cursor: 0 }
      return `${insert.slice(0, cursor)}|${insert.slice(cursor)}`
    }
    expect(piece('user.profile.*')).toBe('user.profile.|')
    expect(piece('user.status')).toBe('user.status|')
    expect(piece('toUpperCase')).toBe('.toUpperCase()|')
    expect(piece('withinDays')).toBe('.withinDays(|)')
    expect(piece('isMemberOf')).toBe(".isMemberOf({'|'})")
    expect(piece('DateTime.now')).toBe('DateTime.now()|')
    expect(piece('&&')).toBe(' && |')
    expect(piece('!')).toBe('!|')
  })
})
