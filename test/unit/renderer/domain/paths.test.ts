import { describe, expect, it } from 'vitest'
import { KINDS } from '#contract/kinds.ts'
import { ENTITY_KINDS, entityKindOfTarget } from '#ui/domain/kinds.ts'
import { listPathOf, objectAt, pathOf, routePathOf } from '#ui/domain/paths.ts'

describe('addresses follow from the kinds of the contract', () => {
  it('of an object, its list and the route of its page', () => {
    expect(pathOf('group', '00g1')).toBe('/directory/groups/00g1')
    expect(listPathOf('group')).toBe('/directory/groups')
    expect(routePathOf('group')).toBe('/directory/groups/:groupId')
    expect(pathOf('behavior', 'beh1')).toBe('/access/behaviours?open=beh1')
    expect(listPathOf('behavior')).toBe('/access/behaviours')
  })

  it.each(ENTITY_KINDS)('a %s has a list without a placeholder, below which it is shown', (kind) => {
    expect(listPathOf(kind)).toMatch(/^\/[a-z/-]+$/)
    expect(pathOf(kind, 'x').startsWith(listPathOf(kind))).toBe(true)
    expect(KINDS[kind].param).toEqual(expect.any(String))
  })
})

describe('the object that an address shows', () => {
  it.each([
    ['group', '00g1'],
    ['zone', 'nzo1'],
    ['behavior', 'bhv1'],
    ['eventHook', 'who1'],
  ] as const)('is found by its page or its drawer: %s', (kind, id) => {
    expect(objectAt(pathOf(kind, id))).toEqual({ kind, id })
    expect(objectAt(`${listPathOf(kind)}?q=x&open=${id}`)).toEqual({ kind, id })
  })

  it.each(['/', '/hooks/receiver', '/directory/groups', '/policies?type=SVC_SIGN_ON', '/audit?open=x'])(
    'is none at %s',
    (address) => expect(objectAt(address)).toBeNull(),
  )
})

describe('a kind is told', () => {
  it('by the type of a target', () => {
    expect(entityKindOfTarget('Webhook')).toBe('eventHook')
    expect(entityKindOfTarget('PolicyRule')).toBeNull()
    expect(entityKindOfTarget('Unheard')).toBeNull()
  })
})
