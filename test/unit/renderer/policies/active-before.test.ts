import { expect, it } from 'vitest'
import { activeBefore } from '#ui/features/policies/rule/active-before.ts'

const LIST = [
  { id: 'one', status: 'ACTIVE' },
  { id: 'off', status: 'INACTIVE' },
  { id: 'two', status: 'ACTIVE' },
  { id: 'last', status: 'ACTIVE' },
] as const

it('a rule is placed among those that are active', () => {
  expect(LIST.map(({ id }) => activeBefore(LIST, id))).toEqual([0, null, 1, 2])
  expect(activeBefore(LIST, 'gone')).toBeNull()
})
