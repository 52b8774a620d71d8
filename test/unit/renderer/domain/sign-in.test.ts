import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OS_TYPES, RISK_DETECTION_TYPES } from '#contract/policy/conditions.ts'
import { explanationRequestSchema } from '#contract/policy/simulation.ts'
import {
  AUTH_TYPES,
  differingFields,
  fromBody,
  fromQuery,
  isAskable,
  isNothing,
  NOTHING,
  normalize,
  RISKS,
  toBody,
  toQuery,
  withChanges,
  type SignIn,
} from '#ui/domain/sign-in.ts'

const id = fc.stringMatching(/^[A-Za-z0-9]{3,20}$/)
const flag = fc.constantFrom(null, true, false)
const signIns: fc.Arbitrary<SignIn> = fc.record({
  user: fc.option(id),
  groups: fc.uniqueArray(id, { maxLength: 4 }),
  app: fc.option(id),
  ip: fc.constantFrom('', '203.0.113.7', '2001:db8::1'),
  zones: fc.uniqueArray(id, { maxLength: 3 }),
  risk: fc.constantFrom(null, ...RISKS),
  platform: fc.constantFrom(null, ...OS_TYPES),
  registered: flag,
  managed: flag,
  assurance: fc.option(id),
  identifier: fc.constantFrom('', 'ada@example.com', 'a,b c'),
  authType: fc.constantFrom(null, ...AUTH_TYPES),
  idp: fc.option(fc.oneof(id, fc.constant('SVC'))),
  behaviors: fc.option(fc.uniqueArray(id, { maxLength: 3 })),
  entityRisk: fc.constantFrom(null, ...RISKS),
  detections: fc.option(fc.uniqueArray(fc.constantFrom(...RISK_DETECTION_TYPES), { maxLength: 3 })),
  server: fc.option(id),
  client: fc.option(id),
  grant: fc.constantFrom('', 'authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'),
  scopes: fc.uniqueArray(fc.constantFrom('openid', 'email', 'a,b', 'orders:read'), { maxLength: 3 }),
})

describe('a sign-in in the address', () => {
  it('comes back as it was written', () => {
    fc.assert(
      fc.property(signIns, (signIn) => {
        expect(fromQuery(toQuery(signIn) as Record<string, string>)).toEqual(normalize(signIn))
      }),
    )
  })

  it('leaves out what is not given', () => {
    expect(toQuery(NOTHING)).toEqual({})
    expect(toQuery({ ...NOTHING, registered: false })).toEqual({ registered: 'false' })
    expect(isNothing(NOTHING)).toBe(true)
  })

  it('keeps a person rather than groups, and an address rather than zones', () => {
    const both = fromQuery({ user: 'u1', groups: 'g1,g2', ip: '203.0.113.7', zones: 'z1' })
    expect(both).toMatchObject({ user: 'u1', groups: [], ip: '203.0.113.7', zones: [] })
  })

  it('takes words that no one knows as not given', () => {
    const read = fromQuery({ risk: 'EXTREME', platform: 'TOASTER', registered: 'yes', user: ['a', 'b'] })
    expect(read).toEqual(NOTHING)
  })

  it('tells nothing detected from nothing said', () => {
    expect(fromQuery({ behaviors: '' }).behaviors).toEqual([])
    expect(fromQuery({}).behaviors).toBeNull()
    expect(toQuery({ ...NOTHING, detections: [] })).toEqual({ detections: '' })
  })

  it('names no group twice', () => {
    expect(fromQuery({ groups: 'g1,g1,,g2' }).groups).toEqual(['g1', 'g2'])
  })
})

describe('the request for a sign-in', () => {
  it('is one that the service accepts, whenever somebody is given', () => {
    fc.assert(
      fc.property(signIns.filter(isAskable), (signIn) => {
        expect(explanationRequestSchema.safeParse(toBody(signIn)).success).toBe(true)
      }),
    )
  })

  it('leaves fields out rather than sending nothing in them, so that conditions on them stay open', () => {
    expect(toBody({ ...NOTHING, user: 'u1' })).toEqual({ policyContext: { user: { id: 'u1' } } })
  })

  it('sends a plain no about the device', () => {
    const body = toBody({ ...NOTHING, groups: ['g1'], registered: false, managed: false })
    expect(body.policyContext.device).toEqual({ registered: false, managed: false })
  })
})

describe('a sign-in and its request', () => {
  it('are the same said twice', () => {
    fc.assert(
      fc.property(signIns, (signIn) => {
        expect(fromBody(JSON.parse(JSON.stringify(toBody(signIn))))).toEqual(normalize(signIn))
      }),
    )
  })

  it('spell a provider as the service wants it', () => {
    const provider = (idp: string) => toBody({ ...NOTHING, user: 'u1', idp }).policyContext.identityProvider
    expect(provider('SVC')).toEqual({ type: 'SVC' })
    expect(provider('0oa1')).toEqual({ type: 'IDP', id: '0oa1' })
  })

  it('drop what no field of the page holds', () => {
    expect(fromBody({ policyContext: { risk: { level: 7 }, zones: 'z1', groups: { ids: ['g1', 4] } } })).toEqual({
      ...NOTHING,
      groups: ['g1'],
    })
  })
})

describe('the changes of a counterfactual', () => {
  const change = (path: string, value: unknown) => ({ path, value, text: '' })
  const before: SignIn = { ...NOTHING, user: 'u1', ip: '203.0.113.7', managed: false }

  it('are put where the request holds them, whole objects and single values alike', () => {
    const after = withChanges(before, [
      change('policyContext.risk', { level: 'HIGH' }),
      change('policyContext.device.managed', true),
      change('appInstance', 'a1'),
      change('policyContext.behaviors', []),
    ])
    expect(after).toEqual({ ...before, risk: 'HIGH', managed: true, app: 'a1', behaviors: [] })
    expect(before.managed).toBe(false)
  })

  it('take away what they set to null', () => {
    expect(withChanges(before, [change('policyContext.ip', null)]).ip).toBe('')
    expect(withChanges(before, [change('policyContext.device', null)]).managed).toBeNull()
  })

  it('put zones in place of an address and groups in place of a person', () => {
    expect(withChanges(before, [change('policyContext.zones', { ids: ['z1'] })])).toMatchObject({
      ip: '',
      zones: ['z1'],
    })
    expect(withChanges(before, [change('policyContext.groups.ids', ['g1'])])).toMatchObject({
      user: null,
      groups: ['g1'],
    })
  })

  it('put an address in place of zones', () => {
    const inZone = { ...before, ip: '', zones: ['z1'] }
    expect(withChanges(inZone, [change('policyContext.ip', '192.0.2.1')])).toMatchObject({ ip: '192.0.2.1', zones: [] })
  })
})

describe('two sign-ins', () => {
  it('differ in the fields that say something else', () => {
    expect(differingFields({ ...NOTHING, ip: ' 192.0.2.1 ' }, { ...NOTHING, ip: '192.0.2.1' })).toEqual([])
    expect(differingFields(NOTHING, { ...NOTHING, risk: 'LOW', behaviors: [] })).toEqual(['risk', 'behaviors'])
  })
})
