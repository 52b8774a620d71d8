import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OS_TYPES } from '../../../../src-server/contract/conditions.ts'
import { explanationRequestSchema } from '../../../../src-server/contract/simulation.ts'
import {
  fromQuery,
  isAskable,
  isNothing,
  NOTHING,
  normalize,
  RISKS,
  toBody,
  toQuery,
  type SignIn,
} from '../../../../src-renderer/features/simulate/context.ts'

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
  assurance: fc.constantFrom('', 'dae1234567890'),
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

  it('takes words that nobody knows as not given', () => {
    const read = fromQuery({ risk: 'EXTREME', platform: 'TOASTER', registered: 'yes', user: ['a', 'b'] })
    expect(read).toEqual(NOTHING)
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
