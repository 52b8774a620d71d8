import { expect, it } from 'vitest'
import { clockText, differenceText, localPath, msText, otherKindTitle } from '#ui/features/sync/sync-text.ts'

it.each([
  [0, '0 ms'],
  [3_240, '3.2 s'],
  [59_000, '59 s'],
  [125_000, '2 min 5 s'],
])('%i milliseconds are %s', (ms, words) => expect(msText(ms)).toBe(words))

it.each([
  [null, 'Not known'],
  [-211, 'The same as here'],
  [4_000, '4.0 s ahead of this one'],
  [-90_000, '1 min 30 s behind this one'],
])('a clock that differs by %s: %s', (ms, words) => expect(clockText(ms)).toBe(words))

it('says in what an object differs, and leads to it where it is here and has a page', () => {
  const side = { id: '00g1' }
  const one = { id: '0', kind: 'group' as const, name: 'A', parent: null, direction: 'unknown' as const, fields: [] }
  expect(differenceText({ ...one, ours: side, theirs: null }, 'Staging')).toBe('Only in this workspace')
  expect(differenceText({ ...one, ours: null, theirs: side }, 'Staging')).toBe('Only in Staging')
  expect(localPath({ kind: 'group', ours: side })).toBe('/directory/groups/00g1')
  expect(localPath({ kind: 'groupMembership', ours: side })).toBeNull()
  expect(localPath({ kind: 'group', ours: null })).toBeNull()
})

it('names kinds by the contract, and others as they are', () => {
  expect(otherKindTitle('apiToken')).toBe('API tokens')
  expect(otherKindTitle('madeUp')).toBe('madeUp')
})
