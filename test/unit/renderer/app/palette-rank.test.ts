import { describe, expect, it } from 'vitest'
import { rank, score } from '#ui/app/palette/rank.ts'

const labels = (query: string, items: { label: string; words?: string; id?: string }[]) =>
  rank(query, items).map((item) => item.label)

describe('ranking in the command palette', () => {
  it('puts the exact name first, then beginnings, then beginnings of words, then parts of words', () => {
    const items = [{ label: 'Refinance' }, { label: 'Team finance' }, { label: 'Finance tools' }, { label: 'Finance' }]
    expect(labels('finance', items)).toEqual(['Finance', 'Finance tools', 'Team finance', 'Refinance'])
  })

  it('does not mind case or the order of words', () => {
    expect(labels('POLICY session', [{ label: 'Global session policy' }])).toEqual(['Global session policy'])
  })

  it('needs every word of the query', () => {
    expect(labels('session zone', [{ label: 'Global session policy' }])).toEqual([])
  })

  it('finds by initials, but below everything spelt out', () => {
    const items = [{ label: 'Global session policy' }, { label: 'GSP archive' }]
    expect(labels('gsp', items)).toEqual(['GSP archive', 'Global session policy'])
  })

  it('counts words beside the label less than the label', () => {
    const items = [{ label: 'People', words: 'Directory' }, { label: 'Directory' }]
    expect(labels('directory', items)).toEqual(['Directory', 'People'])
  })

  it('keeps everything, in order, while nothing is typed', () => {
    expect(labels('  ', [{ label: 'b' }, { label: 'a' }])).toEqual(['b', 'a'])
  })

  it('keeps the order of equals', () => {
    expect(labels('team', [{ label: 'Team b' }, { label: 'Team a' }])).toEqual(['Team b', 'Team a'])
  })

  it('takes signs of expressions literally', () => {
    expect(score('a.*', 'abc')).toBe(0)
  })
})
