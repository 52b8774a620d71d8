import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Verdict } from '../../../../src-server/contract/simulation.ts'
import {
  bounded,
  manyWords,
  reasonOf,
  stretches,
  type Step,
} from '../../../../src-renderer/features/simulate/path/stretches.ts'
import { condition } from './explanations.ts'

const step = (id: string, status: Verdict, path = 'people.groups.include'): Step => ({
  id,
  name: id,
  status,
  conditions: path ? [condition(path, status)] : [],
})
const times = (amount: number, status: Verdict, path?: string) =>
  Array.from({ length: amount }, (_, index) => step(`${status}${path}${index}`, status, path))
const told = (path: readonly Step[]) =>
  stretches(path).map((stretch) => (stretch.kind === 'one' ? stretch.step.id : manyWords(stretch, 'policy')))

describe('the path as it is told', () => {
  it('tells a few that were passed over one by one', () => {
    expect(told([step('a', 'NOT_MATCH'), step('b', 'NOT_MATCH'), step('c', 'UNDEFINED'), step('d', 'MATCH')])).toEqual([
      'a',
      'b',
      'c',
      'd',
    ])
  })

  it('tells many with one reason in a line', () => {
    expect(told([...times(212, 'NOT_MATCH'), step('last', 'MATCH')])).toEqual([
      { head: '212 policies passed over', why: 'not in their groups' },
      'last',
    ])
  })

  it('begins a new line where the reason changes', () => {
    const path = [...times(5, 'NOT_MATCH'), ...times(4, 'NOT_MATCH', 'network.include')]
    expect(told(path)).toEqual([
      { head: '5 policies passed over', why: 'not in their groups' },
      { head: '4 policies passed over', why: 'not from their networks' },
    ])
  })

  it('counts the reasons where they change too often', () => {
    const path = Array.from({ length: 10 }, (_, index) =>
      step(`s${index}`, 'NOT_MATCH', index % 2 ? 'network.include' : 'people.groups.include'),
    )
    expect(told([...path, step('s10', 'NOT_MATCH')])).toEqual([
      { head: '11 policies passed over', why: '6 not in their groups · 5 not from their networks' },
    ])
  })

  it('never tells what is open together with what was passed over', () => {
    const path = [...times(9, 'UNDEFINED', 'network.include'), ...times(9, 'NOT_MATCH')]
    expect(told(path)).toEqual([
      { head: '9 policies cannot be told', why: 'no network is known' },
      { head: '9 policies passed over', why: 'not in their groups' },
    ])
  })

  it('loses no step and keeps the order', () => {
    const verdict = fc.constantFrom<Verdict>('MATCH', 'NOT_MATCH', 'UNDEFINED')
    const paths = fc.array(fc.tuple(verdict, fc.constantFrom('people.groups.include', 'network.include', '')), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(paths, (given) => {
        const path = given.map(([status, failing], index) => step(String(index), status, failing))
        const steps = stretches(path).flatMap((stretch) => (stretch.kind === 'one' ? [stretch.step] : stretch.steps))
        expect(steps).toEqual(path)
      }),
    )
  })

  it('names a reason also where no condition of its own failed', () => {
    expect(reasonOf(step('a', 'NOT_MATCH', ''))).toBe('none of their rules matches')
    expect(reasonOf(step('a', 'UNDEFINED', ''))).toBe('a rule of theirs is open')
    expect(reasonOf(step('a', 'NOT_MATCH', 'somethingNew.x'))).toBe('somethingNew does not fit')
  })
})

describe('a long path', () => {
  const list = Array.from({ length: 1_000 }, (_, index) => index)

  it('is drawn in part, its end always', () => {
    expect(bounded(list, 30)).toEqual({ head: list.slice(0, 30), hidden: 969, last: 999 })
  })

  it('is whole when it is short', () => {
    expect(bounded([1, 2, 3], 2)).toEqual({ head: [1, 2, 3], hidden: 0, last: null })
    expect(bounded([], 2)).toEqual({ head: [], hidden: 0, last: null })
  })
})
