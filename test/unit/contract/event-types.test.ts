import { describe, expect, it } from 'vitest'
import { EMITTED_EVENTS, EVENT_TYPES, isEventType, isHookEligible } from '#contract/log/event-types.ts'
import type { EmittedEvent } from '#contract/log/event-words.ts'
import { OWN_EVENTS } from '#contract/log/own-event-types.ts'
import { SEVERITIES } from '#contract/log/log-event.ts'

describe('the event types', () => {
  it('are 854 names, of which hooks may subscribe to 115, and some of our own under a prefix that no other has', () => {
    const own = [...EVENT_TYPES.keys()].filter((name) => name.startsWith('gatehouse.'))
    expect(own).toEqual(Object.keys(OWN_EVENTS))
    expect(EVENT_TYPES.size).toBe(854 + own.length)
    expect([...EVENT_TYPES.values()].filter((type) => type.hookEligible)).toHaveLength(115)
  })

  it('have well-formed names', () => {
    const odd = [...EVENT_TYPES.keys()].filter((name) => !/^[a-z]\w*(\.\w[\w-]*)+$/.test(name))
    expect(odd).toEqual([])
  })

  it.each([
    'policy.lifecycle.create',
    'policy.evaluate_sign_on',
    'zone.make_blacklist',
    'user.authentication.auth_via_AD_agent',
    'app.user_management',
    'app.oauth2.as.consent.revoke.implicit.user',
    'mim.createEnrollment.ANDROID',
  ])('include %s', (name) => {
    expect(isEventType(name)).toBe(true)
  })

  it.each(['', 'policy', 'policy.lifecycle', 'POLICY.LIFECYCLE.CREATE', 'policy.lifecycle.create*', 'constructor'])(
    'do not include "%s"',
    (name) => {
      expect(isEventType(name)).toBe(false)
      expect(isHookEligible(name)).toBe(false)
    },
  )

  it.each([
    ['policy.lifecycle.activate', true],
    ['policy.lifecycle.deactivate', true],
    ['policy.lifecycle.update', true],
    ['policy.lifecycle.create', false],
    ['policy.lifecycle.delete', false],
    ['policy.rule.add', true],
    ['policy.rule.invalidate', false],
    ['application.user_membership.add', true],
    ['application.user_membership.update', false],
    ['application.user_membership.change_password', true],
    ['group.user_membership.add', true],
    ['group.application_assignment.add', false],
    ['user.lifecycle.delete.initiated', true],
    ['user.lifecycle.delete.completed', false],
    ['user.account.lock', true],
    ['user.account.lock.limit', false],
    ['system.org.rate_limit.warning', true],
    ['system.org.rate_limit.burst', false],
    ['zone.create', false],
    ['event_hook.created', false],
  ])('%s may be subscribed to by hooks: %s', (name, eligible) => {
    expect(isHookEligible(name)).toBe(eligible)
  })
})

describe('the events that Gatehouse writes', () => {
  const emitted = Object.entries<EmittedEvent>(EMITTED_EVENTS)

  it('all exist', () => {
    expect(emitted.map(([name]) => name).filter((name) => !isEventType(name))).toEqual([])
  })

  it('have a message, a description of one sentence and a severity', () => {
    const odd = emitted.filter(
      ([, { message, description, severity }]) =>
        !/^[A-Z].*[a-zA-Z]$/.test(message) || !/^[A-Z][^.!]*\.$/.test(description) || !SEVERITIES.includes(severity),
    )
    expect(odd).toEqual([])
  })

  it('are told apart by their messages', () => {
    const messages = emitted.map(([, event]) => event.message)
    expect(messages.filter((message, at) => messages.indexOf(message) !== at)).toEqual([])
  })

  it.each([
    ['policy.'],
    ['zone.'],
    ['event_hook.'],
    ['application.lifecycle.'],
    ['group.lifecycle.'],
    ['user.lifecycle.'],
  ])('cover the whole family %s*', (family) => {
    const missing = [...EVENT_TYPES.keys()].filter((name) => name.startsWith(family) && !(name in EMITTED_EVENTS))
    expect(missing).toEqual([])
  })
})
