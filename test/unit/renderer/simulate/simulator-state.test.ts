import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { POLICY_TYPE_NAMES, type PolicyType } from '#contract/policy/policy-types.ts'
import { SIMULATED_TYPES } from '#contract/policy/simulation.ts'
import {
  availableTypes,
  stateFromQuery,
  stateToQuery,
  isOffered,
  suggestedTypes,
} from '#ui/features/simulate/simulator-state.ts'
import { NOTHING } from '#ui/domain/sign-in.ts'

const signIn = fc.record({ user: fc.constantFrom(null, 'u1', 'u2'), ip: fc.constantFrom('', '192.0.2.1') })
const given = signIn.map((part) => ({ ...NOTHING, ...part }))

describe('the page in the address', () => {
  it('comes back as it was written, one sign-in or two', () => {
    const states = fc.record({
      a: given,
      b: fc.option(given),
      types: fc.option(fc.subarray([...POLICY_TYPE_NAMES], { minLength: 1 })),
      event: fc.option(fc.uuid()),
    })
    fc.assert(
      fc.property(states, (state) => {
        expect(stateFromQuery(stateToQuery(state))).toEqual(state)
      }),
    )
  })

  it('compares with an empty sign-in too', () => {
    expect(stateFromQuery({ user: 'u1', compare: '1' }).b).toEqual(NOTHING)
    expect(stateFromQuery({ user: 'u1', 'b.user': 'u2' }).b).toBeNull()
  })

  it('takes types that no one knows as not chosen', () => {
    expect(stateFromQuery({ types: 'PASSWORD,TOASTER' }).types).toEqual(['PASSWORD'])
    expect(stateFromQuery({ types: 'TOASTER' }).types).toBeNull()
  })
})

describe('the types that are simulated', () => {
  const counts = (some: Partial<Record<PolicyType, number>>) => ({
    policies: { ...Object.fromEntries(POLICY_TYPE_NAMES.map((type) => [type, 0])), ...some } as Record<
      PolicyType,
      number
    >,
    ...{ rules: 0, users: 0, groups: 0, apps: 0, zones: 0, events: 0 },
  })

  it('are at first those of the interface and those that the organization has', () => {
    const suggested = suggestedTypes({ engine: 'identity', counts: counts({ PASSWORD: 2 }) })
    expect(new Set(suggested)).toEqual(new Set([...SIMULATED_TYPES, 'PASSWORD']))
  })

  it('are those of the engine', () => {
    expect(availableTypes('classic')).not.toContain('ACCESS_POLICY')
    expect(availableTypes('identity')).toEqual(POLICY_TYPE_NAMES)
    expect(isOffered('PASSWORD')).toBe(false)
  })
})
