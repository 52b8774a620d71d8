import { expect, it } from 'vitest'
import { EVENT_TYPES, isHookEligible } from '../../../../src-server/contract/event-types.ts'
import { choiceOf, searchEvents } from '../../../../src-renderer/features/hooks/event-choices.ts'

const typesOf = (text: string) => searchEvents(text).flatMap(({ events }) => events.map(({ type }) => type))

it('every type that hooks may hear of is offered once, and no other', () => {
  const offered = typesOf('')
  expect(new Set(offered).size).toBe(offered.length)
  expect([...offered].sort()).toEqual([...EVENT_TYPES.keys()].filter(isHookEligible).sort())
})

it('a search finds words of the name, of the title and of the description, whatever their case', () => {
  expect(typesOf('group.lifecycle.create')).toEqual(['group.lifecycle.create'])
  expect(typesOf('LOCKED attempts')).toContain('user.account.lock')
  expect(typesOf('zone')).not.toContain('zone.create')
  expect(searchEvents('no such words')).toEqual([])
})

it('what this program writes stands first in its family', () => {
  for (const { events } of searchEvents('')) {
    const written = events.map((event) => event.written)
    expect(written).toEqual([...written].sort((a, b) => Number(b) - Number(a)))
  }
})

it('a type without words of ours is read from its name', () => {
  expect(choiceOf('iam.resourceset.bindings.add')).toMatchObject({
    family: 'iam',
    title: 'Resourceset bindings add',
    written: false,
  })
})
