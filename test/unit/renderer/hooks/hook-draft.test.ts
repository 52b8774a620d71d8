import { describe, expect, it } from 'vitest'
import { eventHookWriteSchema, type EventHook } from '#contract/hooks/event-hook.ts'
import { bodyOf, changesChannel, draftOf, hookChanges } from '#ui/features/hooks/hook-draft.ts'

const CREATED = 'group.lifecycle.create'
const DELETED = 'group.lifecycle.delete'
const hook: EventHook = {
  id: 'who1',
  name: 'Desk',
  description: null,
  status: 'ACTIVE',
  verificationStatus: 'VERIFIED',
  events: {
    type: 'EVENT_TYPE',
    items: [CREATED, DELETED],
    filter: {
      type: 'EXPRESSION_LANGUAGE',
      eventFilterMap: [{ event: DELETED, condition: { version: null, expression: 'true' } }],
    },
  },
  channel: {
    type: 'HTTP',
    version: '1.0.0',
    config: {
      uri: 'https://hooks.example/in',
      headers: [{ key: 'X-Team', value: 'blue' }],
      authScheme: { type: 'HEADER', key: 'Authorization' },
      method: 'POST',
    },
  },
  createdBy: '00u1',
  created: '2026-01-01T00:00:00.000Z',
  lastUpdated: '2026-01-01T00:00:00.000Z',
  _links: {},
}

describe('the draft of a hook', () => {
  it('untouched, changes nothing and sends no secret', () => {
    const draft = draftOf(hook)
    expect(hookChanges(hook, draft)).toEqual([])
    expect(changesChannel(hook, draft)).toBe(false)
    expect(bodyOf(draft).channel.config.authScheme).toEqual({ type: 'HEADER', key: 'Authorization', value: null })
  })

  it('makes a body that the interface takes', () => {
    expect(eventHookWriteSchema.safeParse(bodyOf(draftOf(hook))).error).toBeUndefined()
  })

  it('sends filters of chosen events only, in the order of the events, and none that is empty', () => {
    const filters = { [DELETED]: 'a', [CREATED]: 'b', 'user.lifecycle.create': 'c' }
    const sent = (over: object) => bodyOf({ ...draftOf(hook), filters, ...over }).events.filter?.eventFilterMap
    expect(sent({})?.map(({ event }) => event)).toEqual([CREATED, DELETED])
    expect(sent({ items: [DELETED] })?.map(({ event }) => event)).toEqual([DELETED])
    expect(sent({ filters: { [CREATED]: '  ' } })).toBeUndefined()
  })

  it('leaves out rows of headers in which nothing was written, and keeps half written ones to be refused', () => {
    const headers = [
      { key: '', value: '' },
      { key: 'X-A', value: '' },
    ]
    expect(bodyOf({ ...draftOf(hook), headers }).channel.config.headers).toEqual([{ key: 'X-A', value: '' }])
  })

  it('without the name of a header authenticates with nothing', () => {
    expect(bodyOf({ ...draftOf(hook), authKey: ' ' }).channel.config.authScheme).toBeNull()
  })
})

describe('what a change of a hook does', () => {
  it.each([
    ['another address', { uri: 'https://hooks.example/other' }],
    ['a new value that authenticates', { authValue: 'Bearer new' }],
    ['another header', { headers: [] }],
  ])('%s asks for verification again', (_, over) => {
    expect(changesChannel(hook, { ...draftOf(hook), ...over })).toBe(true)
  })

  it('other events and another name do not', () => {
    expect(changesChannel(hook, { ...draftOf(hook), name: 'X', items: [CREATED], filters: {} })).toBe(false)
  })

  it('the new value is never among what is shown', () => {
    const changes = hookChanges(hook, { ...draftOf(hook), authValue: 'Bearer new' })
    expect(changes).toEqual([{ path: 'authentication.value', before: 'the stored one', after: 'a new one' }])
  })

  it('events are told as what is added and removed', () => {
    const draft = { ...draftOf(hook), items: [DELETED, 'user.lifecycle.create'] }
    expect(hookChanges(hook, draft)).toEqual([{ path: 'events', added: ['user.lifecycle.create'], removed: [CREATED] }])
  })
})
