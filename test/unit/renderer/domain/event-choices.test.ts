import { expect, it } from 'vitest'
import { EVENT_TYPES, isHookEligible } from '#contract/log/event-types.ts'
import { choiceOf, searchEvents } from '#ui/domain/event-choices.ts'

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

it('a type without a message is titled by its code', () => {
  expect(choiceOf('iam.resourceset.bindings.add')).toMatchObject({
    family: 'iam',
    title: 'iam.resourceset.bindings.add',
    written: false,
  })
})
