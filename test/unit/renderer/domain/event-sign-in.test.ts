import { describe, expect, it } from 'vitest'
import { logEventSchema, type LogEvent } from '#contract/log/log-event.ts'
import {
  detectedBehaviors,
  isSignInEvent,
  recordedVerdict,
  signInOf,
  unrecordedFields,
} from '#ui/domain/event-sign-in.ts'
import { fromQuery, NOTHING, toQuery } from '#ui/domain/sign-in.ts'
import { wholeEvent } from '../../../helpers/whole-event.ts'

const PERSON = { id: '00uperson', type: 'User', alternateId: 'ada@example.test', displayName: 'Ada', detailEntry: null }
const APP = { id: '0oaapp', type: 'AppInstance', alternateId: 'oidc_client', displayName: 'Desk', detailEntry: null }
const POLICY = {
  id: '00ppolicy',
  type: 'PolicyEntity',
  alternateId: null,
  displayName: 'Office staff',
  detailEntry: { policyType: 'SvcSignOn' },
}
const RULE = {
  id: '0prrule',
  type: 'PolicyRule',
  alternateId: '00ppolicy',
  displayName: 'At an office',
  detailEntry: null,
}

function eventWith(parts: object): LogEvent {
  return logEventSchema.parse({ ...wholeEvent('2026-03-01T08:00:00.000Z'), actor: PERSON, target: [PERSON], ...parts })
}
/** As little as an event can hold. */
const BARE = {
  client: null,
  device: null,
  request: { ipChain: [] },
  debugContext: { debugData: {} },
  securityContext: null,
}
const evaluation = (debugData: object) =>
  eventWith({
    eventType: 'policy.evaluate_sign_on',
    outcome: { result: 'CHALLENGE', reason: null },
    target: [POLICY, RULE],
    debugContext: { debugData },
  })

describe('the sign-in that an event records', () => {
  it('holds person, application, address, device, platform and risk', () => {
    const event = eventWith({
      target: [APP, PERSON],
      device: { id: 'd', name: 'n', os_platform: 'MACOS', os_version: '15', managed: true, registered: false },
      debugContext: { debugData: { risk: '{reasons=Anomalous location, level=HIGH}' } },
    })
    expect(signInOf(event)).toEqual({
      ...NOTHING,
      user: PERSON.id,
      app: APP.id,
      ip: '198.51.100.7',
      risk: 'HIGH',
      platform: 'MACOS',
      registered: false,
      managed: true,
    })
  })

  it('leaves unknown what the event lacks, and names it', () => {
    const signIn = signInOf(eventWith(BARE))
    expect(signIn).toEqual({ ...NOTHING, user: PERSON.id })
    expect(unrecordedFields(signIn)).toEqual(['ip', 'risk', 'platform', 'registered', 'managed', 'behaviors'])
  })

  it('takes from the evaluation of its transaction what it lacks itself', () => {
    const asked = evaluation({ risk: '{reasons=none, level=LOW}', behaviors: '{New City=NEGATIVE, New IP=NEGATIVE}' })
    const signIn = signInOf(eventWith({ ...BARE, target: [APP, PERSON] }), { evaluation: asked })
    expect(signIn).toMatchObject({ user: PERSON.id, app: APP.id, risk: 'LOW', behaviors: [], ip: '198.51.100.7' })
  })

  it('names no person for an account that does not exist, but what was typed', () => {
    const actor = { ...PERSON, id: 'unknown', alternateId: 'nobody@example.test' }
    expect(signInOf(eventWith({ actor, target: [actor] }))).toMatchObject({
      user: null,
      identifier: 'nobody@example.test',
    })
  })

  it('finds the person among the targets where the service itself acted', () => {
    const actor = { ...PERSON, id: '0aasystem', type: 'SystemPrincipal' }
    expect(signInOf(eventWith({ actor })).user).toBe(PERSON.id)
  })

  it.each([
    ['Windows 11', 'WINDOWS'],
    ['Mac OS X', 'MACOS'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'IOS'],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 'ANDROID'],
    ['Mozilla/5.0 (X11; CrOS x86_64 16033.0.0)', 'CHROMEOS'],
    ['Ubuntu', 'LINUX'],
    ['a toaster', null],
  ])('reads the platform out of the user agent: %s', (rawUserAgent, platform) => {
    const client = { ...eventWith({}).client, userAgent: { browser: null, os: null, rawUserAgent } }
    expect(signInOf(eventWith({ device: null, client })).platform).toBe(platform)
  })

  it.each([
    ['a text', { risk: '{reasons=none, level=MEDIUM}' }],
    ['an object', { risk: { level: 'MEDIUM' } }],
    ['JSON', { logOnlySecurityData: '{"risk":{"level":"MEDIUM"},"behaviors":{"New City":"POSITIVE"}}' }],
  ])('reads the risk as %s', (_, debugData) => {
    expect(signInOf(eventWith({ ...BARE, debugContext: { debugData } })).risk).toBe('MEDIUM')
  })

  it('gives the behaviors that were detected as ids, and none where one of them is not known here', () => {
    const event = evaluation({ behaviors: '{New City=POSITIVE, New Device=NEGATIVE, Velocity=POSITIVE}' })
    expect(detectedBehaviors(event)).toEqual(['New City', 'Velocity'])
    const ids = new Map([['New City', 'b1']])
    expect(signInOf(event, { behaviorIds: ids }).behaviors).toBeNull()
    expect(signInOf(event, { behaviorIds: new Map([...ids, ['Velocity', 'b2']]) }).behaviors).toEqual(['b1', 'b2'])
  })

  it('stands whole in the address of the simulator', () => {
    const signIn = signInOf(eventWith({ target: [APP, PERSON] }), {
      evaluation: evaluation({ behaviors: '{A=NEGATIVE}' }),
    })
    expect(fromQuery(toQuery(signIn))).toEqual(signIn)
  })
})

describe('the verdict that an event records', () => {
  it('names policy and rule where the targets say them', () => {
    expect(recordedVerdict(evaluation({}))).toMatchObject({
      access: 'ALLOW',
      type: 'SVC_SIGN_ON',
      policy: { id: POLICY.id },
      rule: { id: RULE.id },
    })
  })

  it('is found in the evaluation of the same transaction', () => {
    expect(recordedVerdict(eventWith({}), evaluation({}))).toMatchObject({ access: 'ALLOW', rule: { id: RULE.id } })
  })

  it.each([
    ['SUCCESS', null, 'ALLOW'],
    ['DENY', null, 'DENY'],
    ['FAILURE', 'SIGN_ON_DENIED', 'DENY'],
    ['FAILURE', 'INVALID_CREDENTIALS', null],
    ['UNKNOWN', null, null],
  ])('%s (%s) says %s of the policies', (result, reason, access) => {
    expect(recordedVerdict(eventWith({ outcome: { result, reason } })).access).toBe(access)
  })
})

it.each([
  ['user.session.start', true],
  ['user.authentication.sso', true],
  ['policy.evaluate_sign_on', true],
  ['user.session.end', false],
  ['policy.rule.update', false],
])('%s can be simulated: %s', (eventType, can) => {
  expect(isSignInEvent({ eventType })).toBe(can)
})
