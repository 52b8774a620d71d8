import { expect, it } from 'vitest'
import type { Administrator, RoleType } from '#contract/access/admin-roles.ts'
import { administratorFilters, shownAdministrators } from '#ui/features/access/administrators/shown-administrators.ts'

const one = (kind: Administrator['kind'], name: string, type: RoleType, group?: string): Administrator => ({
  ...{ kind, id: name, name, detail: null, isActive: true },
  roles: [
    {
      ...{ id: 'ra1', type, assignedTo: group ? 'GROUP' : 'USER', limits: [], created: '2026-01-01T00:00:00.000Z' },
      ...(group ? { through: { id: '00g1', name: group } } : {}),
    },
  ],
})
const ALL = [
  one('USER', 'Ada', 'SUPER_ADMIN'),
  one('USER', 'Ben', 'HELP_DESK_ADMIN', 'Front office'),
  one('GROUP', 'Front office', 'HELP_DESK_ADMIN'),
]
const names = (words = '', role = '', kind = '') =>
  shownAdministrators(ALL, { words, role, kind }).map(({ name }) => name)

it('administrators are found by their role, their kind, and words of theirs', () => {
  expect(names()).toEqual(['Ada', 'Ben', 'Front office'])
  expect(names('', 'HELP_DESK_ADMIN', 'USER')).toEqual(['Ben'])
  expect(names('front office')).toEqual(['Ben', 'Front office'])
  expect(names('super')).toEqual(['Ada'])
})

it('a filter says how many have each value, and is absent where all have the same', () => {
  const [kind, role] = administratorFilters(ALL)
  expect(kind?.choices.map(({ label, count }) => `${label} ${count}`)).toEqual(['Person 2', 'Group 1'])
  expect(role?.choices.map(({ value, count }) => `${value} ${count}`)).toEqual(['SUPER_ADMIN 1', 'HELP_DESK_ADMIN 2'])
  expect(administratorFilters(ALL.slice(0, 1))).toEqual([])
})
