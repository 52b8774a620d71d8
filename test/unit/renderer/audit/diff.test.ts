import { describe, expect, it } from 'vitest'
import { changesOf, valueWords } from '../../../../src-renderer/features/audit/diff.ts'

describe('before and after', () => {
  it('names the field that changed, however deep', () => {
    const from = { name: 'A', conditions: { people: { groups: { include: ['g1', 'g2'] } }, risk: 'LOW' } }
    const to = { name: 'A', conditions: { people: { groups: { include: ['g2', 'g3'] } }, risk: 'HIGH' } }
    expect(changesOf({ from, to })).toEqual([
      { path: 'conditions.people.groups.include', added: ['g3'], removed: ['g1'] },
      { path: 'conditions.risk', before: 'LOW', after: 'HIGH' },
    ])
  })

  it('tells what was not there from what was null', () => {
    expect(changesOf({ from: {}, to: { a: null } })).toEqual([{ path: 'a', before: undefined, after: null }])
    expect(changesOf({ from: { a: 1 }, to: {} })).toEqual([{ path: 'a', before: 1, after: undefined }])
  })

  it('shows whole lists where only their order differs, or where they hold objects', () => {
    expect(changesOf({ from: { a: [1, 2] }, to: { a: [2, 1] } })).toEqual([
      { path: 'a', before: [1, 2], after: [2, 1] },
    ])
    const gateways = [{ value: 'x' }]
    expect(changesOf({ from: { gateways: [] }, to: { gateways } })).toEqual([
      { path: 'gateways', before: [], after: gateways },
    ])
  })

  it('is empty without details and without a difference', () => {
    expect(changesOf(undefined)).toEqual([])
    expect(changesOf({ from: { a: { b: [1] } }, to: { a: { b: [1] } } })).toEqual([])
  })

  it.each([
    [undefined, 'nothing'],
    [null, 'nothing'],
    ['', 'nothing'],
    ['Admins', 'Admins'],
    [false, 'false'],
    [0, '0'],
  ])('says %j as %s', (value, words) => {
    expect(valueWords(value)).toBe(words)
  })
})
