import { expect, it } from 'vitest'
import type { ObjectDifferenceView, OrderDifferenceView } from '#contract/gatehouse/comparison.ts'
import { choicesOf, commonWinner, effectText, isDecided, withDecision } from '#ui/features/sync/conflicts/decisions.ts'
import { otherDirections, pageOfDirections } from '#ui/features/sync/comparison/other-differences.ts'

const field = (path: string, direction: ObjectDifferenceView['direction']) => ({
  ...{ path, direction, ours: 1, theirs: 2 },
})
const side = { id: '00g1', key: '00g1' }
const crew: ObjectDifferenceView = {
  ...{
    id: 'group:00g1',
    kind: 'group',
    name: 'Crew',
    parent: null,
    parentId: null,
    type: null,
    direction: 'conflict',
    ours: side,
    theirs: side,
  },
  fields: [field('profile.name', 'conflict'), field('profile.description', 'conflict'), field('extra', 'incoming')],
}

it('an object is decided once each of its conflicting fields is, and a wider decision replaces the narrower ones', () => {
  const one = withDecision(new Map(), ['group', crew.id, 'profile.name'], 'remote')
  expect(isDecided(one, crew)).toBe(false)
  const both = withDecision(one, ['group', crew.id, 'profile.description'], 'workspace')
  expect(isDecided(both, crew)).toBe(true)
  expect(commonWinner(both, [crew])).toBeNull()

  const whole = withDecision(both, ['group', crew.id], 'workspace')
  expect(commonWinner(whole, [crew])).toBe('workspace')
  expect(choicesOf(whole)).toEqual([{ kind: 'group', difference: crew.id, prefer: 'workspace' }])
  const all = withDecision(whole, ['group'], 'remote')
  expect(commonWinner(all, [crew])).toBe('remote')
  expect(choicesOf(all)).toEqual([{ kind: 'group', prefer: 'remote' }])
  const narrowed = withDecision(all, ['group', crew.id, 'profile.name'], 'workspace')
  expect(choicesOf(narrowed)).toContainEqual({
    ...{ kind: 'group', difference: crew.id, path: 'profile.name', prefer: 'workspace' },
  })
})

it('the order of a list is decided by itself, by a choice for it or for its kind', () => {
  const list: OrderDifferenceView = {
    ...{ id: 'rule:order:00p1', kind: 'rule', parent: 'Crew', parentId: null, list: 'rules', direction: 'conflict' },
    ...{ ours: ['A', 'B'], theirs: ['B', 'A'] },
  }
  const other = { ...list, id: 'rule:order:00p2' }
  const one = withDecision(new Map(), ['rule', list.id], 'remote')
  expect([isDecided(one, list), isDecided(one, other)]).toEqual([true, false])
  expect(choicesOf(one)).toEqual([{ kind: 'rule', difference: list.id, prefer: 'remote' }])
  const rest = withDecision(one, ['rule', other.id], 'workspace')
  expect(commonWinner(rest, [list, other])).toBeNull()
  expect(choicesOf(withDecision(rest, ['rule'], 'workspace'))).toEqual([{ kind: 'rule', prefer: 'workspace' }])
})

it('a choice says what it does to an object beyond what both sides have changed', () => {
  expect(effectText('workspace', crew, 'Staging')).toBe('1 other field still comes from Staging')
  expect(effectText('remote', crew, 'Staging')).toBe('')
  expect(effectText(null, crew, 'Staging')).toBe('')
  expect(effectText('remote', { ...crew, theirs: null, fields: [] }, 'Staging')).toBe('Will be deleted here')
  expect(effectText('remote', { ...crew, ours: null, fields: [] }, 'Staging')).toBe('Will be created here')
  expect(effectText('workspace', { ...crew, ours: null, fields: [] }, 'Staging')).toBe('')
})

it('pages of several directions follow each other, each full before the next', async () => {
  const lists = { incoming: ['a', 'b', 'c'], outgoing: ['d'], unknown: ['e', 'f'] }
  const read = ({ direction, limit, after = '0' }: { direction: string; limit: number; after?: string }) => {
    const list = lists[direction as keyof typeof lists]
    const end = Number(after) + limit
    const items = list.slice(Number(after), end).map((id) => ({ ...crew, id }))
    return Promise.resolve({ items, next: end < list.length ? String(end) : null })
  }
  const counts = Object.keys(lists).map((direction) => ({ kind: 'group', direction, count: 1 })) as never
  const pages: string[] = []
  let after: string | null = null
  do {
    const page = await pageOfDirections(otherDirections(counts, ''), { limit: 2, after }, read)
    pages.push(page.items.map(({ id }) => id).join(''))
    after = page.next
  } while (after !== null)
  expect(pages).toEqual(['ab', 'cd', 'ef'])
})
