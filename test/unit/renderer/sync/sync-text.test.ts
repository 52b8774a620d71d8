import { expect, it } from 'vitest'
import { SYNC_KINDS } from '#contract/sync/kind-names.ts'
import { NOT_SYNCED, SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { kindTitle } from '#ui/resource/plan/step-text.ts'
import {
  clockText,
  conflictText,
  differenceText,
  localPath,
  msText,
  orderPath,
  otherKindTitle,
  outdatedBy,
} from '#ui/features/sync/sync-text.ts'

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
  const side = { id: '00g1', key: '00g1' }
  const one = {
    id: '0',
    kind: 'group' as const,
    name: 'A',
    parent: null,
    parentId: null,
    type: null,
    direction: 'unknown' as const,
    fields: [],
  }
  expect(differenceText({ ...one, ours: side, theirs: null }, 'Staging')).toBe('Only in this workspace')
  expect(differenceText({ ...one, ours: null, theirs: side }, 'Staging')).toBe('Only in Staging')
  expect(localPath({ kind: 'group', ours: side })).toBe('/directory/groups/00g1')
  expect(localPath({ kind: 'groupMembership', ours: side })).toBeNull()
  expect(localPath({ kind: 'group', ours: null })).toBeNull()
})

it.each([
  [{ kind: 'policy', list: 'SVC_SIGN_ON', parentId: null }, '/policies?type=SVC_SIGN_ON'],
  [{ kind: 'rule', list: 'rules', parentId: '00p1' }, '/policies/00p1'],
  [{ kind: 'serverPolicy', list: 'OAUTH_AUTHORIZATION_POLICY', parentId: 'aus1' }, /server=aus1$/],
  [{ kind: 'serverRule', list: 'rules', parentId: '00p2' }, '/policies/00p2'],
  [{ kind: 'appGroup', list: 'groups', parentId: '0oa1' }, '/applications/0oa1?tab=assignments'],
  [{ kind: 'rule', list: 'rules', parentId: null }, null],
] as const)('an order of %o leads to its list', (order, path) => {
  const found = orderPath(order)
  if (path instanceof RegExp) expect(found).toMatch(path)
  else expect(found).toBe(path)
})

it('each kind of object that has an order leads to its list', () => {
  const ordered = SYNC_KINDS.filter((kind) => SYNCED_KINDS[kind].order)
  const order = { list: 'SVC_SIGN_ON', parentId: 'x' }
  expect(ordered.filter((kind) => orderPath({ ...order, kind }) === null)).toEqual([])
})

it('what was made on both sides is told from what both have changed', () => {
  const field = (over: object) => ({ path: 'name', direction: 'conflict' as const, ours: 'A', theirs: 'B', ...over })
  const textOf = (fields: ReturnType<typeof field>[]) =>
    conflictText({ ours: { id: '1' }, theirs: { id: '2' }, fields } as never, 'Staging')
  expect(textOf([field({}), field({ path: 'description' })])).toBe('Created on both sides')
  expect(textOf([field({ base: null })])).toBe('name')
  expect(textOf([field({ base: 'C' })])).toBe('name')
})

it('no two kinds have the same heading', () => {
  for (const titles of [SYNC_KINDS.map(kindTitle), NOT_SYNCED.map(({ kind }) => otherKindTitle(kind))])
    expect(new Set(titles).size).toBe(titles.length)
})

it('names kinds by the contract, and others as they are', () => {
  expect(otherKindTitle('apiToken')).toBe('API tokens')
  expect(otherKindTitle('madeUp')).toBe('madeUp')
})

it.each([
  [null, null, null],
  ['2026-11-01T11:00:00.000Z', null, null],
  ['2026-11-01T13:00:00.000Z', '2026-11-01T14:00:00.000Z', 'the last pull'],
  ['2026-11-01T11:00:00.000Z', '2026-11-01T14:00:00.000Z', 'a plan was applied'],
])('a comparison at noon, with a pull at %s and a plan at %s, is outdated by %s', (pulledAt, appliedAt, words) => {
  expect(outdatedBy('2026-11-01T12:00:00.000Z', { pulledAt, appliedAt })).toBe(words)
})
