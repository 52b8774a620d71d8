import { describe, expect, it } from 'vitest'
import { EMITTED_EVENTS } from '#contract/log/event-types.ts'
import type { LogEvent } from '#contract/log/log-event.ts'
import { addressOf, eventSentence, eventText, partyPath, targetText } from '#ui/domain/event-text.ts'

const party = (type: string, id: string, displayName: string | null, alternateId: string | null = null) => ({
  id,
  type,
  displayName,
  alternateId,
  detailEntry: null,
})
const ADA = party('User', 'u1', 'Ada Quill', 'ada@example.com')
const BEN = party('User', 'u2', 'Ben Oar', 'ben@example.com')
const INTERNS = party('UserGroup', 'g1', 'Interns')

function event(eventType: string, rest: Partial<LogEvent> = {}): LogEvent {
  return {
    uuid: 'e1',
    published: '2026-11-21T12:00:00.000Z',
    eventType,
    version: '0',
    severity: 'INFO',
    legacyEventType: null,
    displayMessage: null,
    actor: ADA,
    client: null,
    device: null,
    request: { ipChain: [] },
    outcome: { result: 'SUCCESS', reason: null },
    target: [],
    transaction: { type: 'WEB', id: 't1', detail: {} },
    debugContext: { debugData: {} },
    authenticationContext: null,
    securityContext: null,
    ...rest,
  }
}

describe('an event in words', () => {
  it('says who did what to whom', () => {
    expect(eventSentence(event('group.user_membership.add', { target: [BEN, INTERNS] }))).toBe(
      'Ada Quill added Ben Oar to Interns.',
    )
  })

  it('a lock is told as what came about, though it is logged as a failure', () => {
    const locked = event('user.account.lock', { outcome: { result: 'FAILURE', reason: 'LOCKED_OUT' }, target: [ADA] })
    expect(eventText(locked)).toBe('User locked out')
    expect(eventSentence(locked)).toBe('Ada Quill was locked out after too many failed attempts (LOCKED_OUT).')
  })

  it('names an outcome that came with another log and is not known here', () => {
    const outcome = { result: 'RATE_LIMIT', reason: null } as unknown as LogEvent['outcome']
    expect(eventSentence(event('user.session.start', { outcome }))).toBe('Ada Quill signed in: RATE_LIMIT.')
  })

  it('says how it ended where that is not plain success', () => {
    const failed = { result: 'FAILURE', reason: 'INVALID_CREDENTIALS' } as const
    const denied = { result: 'DENY', reason: null } as const
    expect(eventSentence(event('user.session.start', { outcome: failed }))).toBe(
      'Ada Quill could not sign in (INVALID_CREDENTIALS).',
    )
    const target = [party('PolicyRule', 'r1', 'R'), party('PolicyEntity', 'p1', 'P')]
    expect(eventSentence(event('policy.evaluate_sign_on', { outcome: denied, target }))).toBe(
      'Ada Quill was evaluated by rule R of P: denied.',
    )
  })

  it('tells a refused act as a refusal, never as done', () => {
    const outcome = { result: 'FAILURE', reason: 'It is still used.' } as const
    const refused = event('policy.lifecycle.delete', { outcome, target: [party('PolicyEntity', 'p1', 'Contractors')] })
    expect(eventText(refused)).toBe('Refused: Delete policy')
    expect(eventSentence(refused)).toBe('Refused: Delete policy: Contractors, by Ada Quill (It is still used).')
    expect(eventText(event('policy.continuous_access_evaluate.deny', { outcome }))).toBe('Deny continued access')
  })

  it.each(Object.keys(EMITTED_EVENTS))('has words for %s, done and refused', (eventType) => {
    const failed = { result: 'FAILURE', reason: null } as const
    for (const one of [event(eventType, { target: [BEN] }), event(eventType, { target: [BEN], outcome: failed })]) {
      expect(eventText(one)).toMatch(/^[A-Z]/)
      expect(eventText(one)).not.toContain('.')
      expect(eventSentence(one)).toMatch(/^[A-Z].*Ada Quill.*\.$|^Ada Quill .*\.$/)
      expect(eventSentence(one)).not.toMatch(/[{}]|undefined|null/)
    }
  })

  it('shows the code of a type without a message of its own', () => {
    expect(eventText(event('iam.role.create'))).toBe('iam.role.create')
    expect(eventText(event('made.up.elsewhere'))).toBe('made.up.elsewhere')
  })

  it('tells what happened to every kind of object that policies name', () => {
    const told = (eventType: string, type: string, changeDetails?: { from: object; to: object }) =>
      eventSentence(event(eventType, { target: [{ ...party(type, 'x1', 'Tides'), changeDetails } as never] }))
    expect(told('oauth2.as.created', 'AuthorizationServer')).toBe('Ada Quill created authorization server Tides.')
    expect(told('system.idp.lifecycle.deactivate', 'IdpTrust')).toBe('Ada Quill deactivated identity provider Tides.')
    expect(told('security.behavior.settings.create', 'Behavior')).toBe('Ada Quill created behavior Tides.')
    expect(told('zone.make_blacklist', 'NetworkZone')).toBe('Ada Quill made network zone Tides block its addresses.')
    expect(told('user.lifecycle.delete.completed', 'User')).toBe('Ada Quill permanently deleted Tides.')
    expect(told('policy.lifecycle.delete', 'DeviceAssurance')).toBe('Ada Quill deleted device assurance Tides.')
  })

  it('reads off the target what an update did that has no event of its own', () => {
    const told = (eventType: string, type: string, to: object) =>
      eventSentence(
        event(eventType, { target: [{ ...party(type, 'x1', 'Tides'), changeDetails: { from: {}, to } } as never] }),
      )
    expect(told('security.authenticator.lifecycle.update', 'Authenticator', { name: null, key: null })).toBe(
      'Ada Quill deleted authenticator Tides.',
    )
    expect(told('security.behavior.settings.update', 'Behavior', { status: 'INACTIVE' })).toBe(
      'Ada Quill deactivated behavior Tides.',
    )
    expect(told('security.behavior.settings.update', 'Behavior', { name: 'Tides' })).toBe(
      'Ada Quill changed behavior Tides.',
    )
  })

  it('does with what it has when the expected target is missing or the type is unknown', () => {
    expect(eventSentence(event('group.user_membership.add', { target: [INTERNS] }))).toBe(
      'Add user to group: Interns, by Ada Quill.',
    )
    expect(eventSentence(event('made.up.elsewhere'))).toBe('made.up.elsewhere, by Ada Quill.')
    expect(eventText(event('made.up.elsewhere', { displayMessage: 'Told by another' }))).toBe('Told by another')
  })

  it('does not repeat the actor among other targets', () => {
    expect(targetText(event('user.authentication.sso', { target: [party('AppInstance', 'a1', 'Wiki'), ADA] }))).toBe(
      'Wiki',
    )
    expect(targetText(event('user.session.start', { target: [ADA] }))).toBe('Ada Quill')
    const four = ['a', 'b', 'c', 'd'].map((id) => party('User', id, id))
    expect(targetText(event('x', { target: four }))).toBe('a, b and 2 more')
  })

  it('leaves out the object that the reader looks at, which may be all that was met', () => {
    expect(targetText(event('x', { target: [BEN, INTERNS] }), BEN.id)).toBe('Interns')
    expect(targetText(event('x', { target: [BEN] }), BEN.id)).toBe('')
  })

  it('leads to the page of what it names, and nowhere where there is none', () => {
    expect(partyPath(INTERNS)).toBe('/directory/groups/g1')
    expect(partyPath(party('PolicyRule', 'r1', 'R', 'p1'))).toBe('/policies/p1?rule=r1')
    expect(partyPath(party('PolicyRule', 'r1', 'R'))).toBeNull()
    expect(partyPath(party('AuthorizationServer', 's1', 'S'))).toBe('/access/authorization-servers/s1')
    expect(partyPath(party('Authenticator', 'a1', 'A'))).toBe('/access/authenticators?open=a1')
    expect(partyPath(party('IdpTrust', 'i1', 'I'))).toBe('/identity-providers/i1')
    expect(partyPath(party('Behavior', 'b1', 'B'))).toBe('/access/behaviours?open=b1')
    expect(partyPath(party('DeviceAssurance', 'd1', 'D'))).toBe('/access/device-assurance?open=d1')
    expect(partyPath(party('Token', 't', 'T'))).toBe('/access/api-tokens?open=t')
    expect(partyPath(party('Setting', 't', 'T'))).toBeNull()
  })

  it('takes the address from the chain when the client has none', () => {
    const ipChain = [{ ip: '203.0.113.7', geographicalContext: null, version: 'V4' as const, source: null }]
    expect(addressOf(event('x', { request: { ipChain } }))).toBe('203.0.113.7')
    expect(addressOf(event('x'))).toBe('')
  })
})
