import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Verdict } from '#contract/policy/simulation.ts'
import { bounded, groupText, reasonOf, groupSteps, type Step } from '#ui/features/simulate/path/step-groups.ts'
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
  groupSteps(path).map((group) => (group.kind === 'one' ? group.step.id : groupText(group, 'policy')))

describe('the path as it is told', () => {
  it('tells a few that were skipped one by one', () => {
    expect(told([step('a', 'NOT_MATCH'), step('b', 'NOT_MATCH'), step('c', 'UNDEFINED'), step('d', 'MATCH')])).toEqual([
      'a',
      'b',
      'c',
      'd',
    ])
  })

  it('tells many with one reason in a line', () => {
    expect(told([...times(212, 'NOT_MATCH'), step('last', 'MATCH')])).toEqual([
      { head: '212 policies skipped', why: 'not in their groups' },
      'last',
    ])
  })

  it('begins a new line where the reason changes', () => {
    const path = [...times(5, 'NOT_MATCH'), ...times(4, 'NOT_MATCH', 'network.include')]
    expect(told(path)).toEqual([
      { head: '5 policies skipped', why: 'not in their groups' },
      { head: '4 policies skipped', why: 'not from their network zones' },
    ])
  })

  it('counts the reasons where they change too often', () => {
    const path = Array.from({ length: 10 }, (_, index) =>
      step(`s${index}`, 'NOT_MATCH', index % 2 ? 'network.include' : 'people.groups.include'),
    )
    expect(told([...path, step('s10', 'NOT_MATCH')])).toEqual([
      { head: '11 policies skipped', why: '6 not in their groups · 5 not from their network zones' },
    ])
  })

  it('never tells what is open together with what was skipped', () => {
    const path = [...times(9, 'UNDEFINED', 'network.include'), ...times(9, 'NOT_MATCH')]
    expect(told(path)).toEqual([
      { head: '9 policies need more information', why: 'no network given' },
      { head: '9 policies skipped', why: 'not in their groups' },
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
        const steps = groupSteps(path).flatMap((group) => (group.kind === 'one' ? [group.step] : group.steps))
        expect(steps).toEqual(path)
      }),
    )
  })

  it('names a reason also where no condition of its own failed', () => {
    expect(reasonOf(step('a', 'NOT_MATCH', ''))).toBe('no rule matches')
    expect(reasonOf(step('a', 'UNDEFINED', ''))).toBe('one of their rules is undefined')
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
