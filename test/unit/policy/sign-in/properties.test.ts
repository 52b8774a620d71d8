import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AUTHENTICATOR_TABLE, type AuthenticatorMethod } from '#contract/policy/authenticator-table.ts'
import type { Proof } from '#contract/policy/proof.ts'
import { assure, nextStep, type MethodName, type SignInDemand, type SignInState } from '#policy/index.ts'
import { chain, demand } from '../../../helpers/assurance-arbitraries.ts'
import { naivelyDone } from '../../../helpers/naive-sign-in.ts'
import { runs } from '../../../helpers/runs.ts'
import { anApp, aSession, aState, BEGAN, HOUR_MS, textOf } from '../../../helpers/sign-in-demands.ts'

const RUNS = { numRuns: runs(1.5) }
/** As many proofs as there are methods: none is asked for twice unless a chain was overtaken. */
const MOST_STEPS = AUTHENTICATOR_TABLE.length

const period = fc.constantFrom('PT0S', 'PT1H', 'PT12H')
const maybePeriod = fc.option(period, { nil: undefined })

const ofFactors = fc
  .tuple(demand, period, maybePeriod, maybePeriod, maybePeriod)
  .map(([method, reauthenticateIn, inactivityPeriod, known, held]) => ({
    type: 'ASSURANCE' as const,
    factorMode: method.factorMode,
    reauthenticateIn,
    inactivityPeriod,
    constraints: (method.constraints ?? []).map(({ knowledge, possession }) => ({
      ...(knowledge && { knowledge: { ...knowledge, reauthenticateIn: known } }),
      ...(possession && { possession: { ...possession, reauthenticateIn: held } }),
    })),
  }))
const ofChains = fc.record({
  type: fc.constant('AUTH_METHOD_CHAIN' as const),
  reauthenticateIn: maybePeriod,
  chains: fc.array(chain, { minLength: 1, maxLength: 3 }),
})
const session = fc
  .record({
    requireFactor: fc.boolean(),
    primaryFactor: fc.constantFrom('PASSWORD_IDP' as const, 'PASSWORD_IDP_ANY_FACTOR' as const),
    factorPromptMode: fc.constantFrom('ALWAYS' as const, 'SESSION' as const, 'DEVICE' as const),
    factorLifetime: fc.constantFrom(0, 60),
  })
  .map(aSession)
const demands: fc.Arbitrary<SignInDemand> = fc.record({
  session,
  app: fc.option(fc.oneof(ofFactors, ofChains).map(anApp)),
})

const NAMES: readonly MethodName[] = AUTHENTICATOR_TABLE.map(({ key, method }) => ({ key, method }))
const methods = fc.subarray([...NAMES])
const proof: fc.Arbitrary<Proof> = fc
  .tuple(fc.constantFrom(...NAMES), fc.constantFrom(-13, -2, -0.5, -0.1, 0))
  .map(([name, hours]) => ({ ...name, atMs: BEGAN + hours * HOUR_MS }))
const proofs = fc.uniqueArray(proof, { maxLength: 6, selector: textOf })
const since = fc.constantFrom(null, BEGAN, BEGAN - HOUR_MS)
const states: fc.Arbitrary<SignInState> = fc
  .record({
    proofs,
    usable: methods,
    mustReauthenticateSinceMs: since,
    idleMs: fc.constantFrom(0, HOUR_MS / 2, HOUR_MS, 13 * HOUR_MS),
    remembered: fc.subarray([...NAMES], { maxLength: 2 }),
  })
  .map((parts) => aState({ ...parts, nowMs: BEGAN + 1 }))

const isOf =
  ({ key, method }: MethodName) =>
  (one: MethodName) =>
    one.key === key && one.method === method

/** What callers keep of proofs: all, or the last of each method. */
const KEPT = {
  all: (before: readonly Proof[], one: Proof) => [...before, one],
  last: (before: readonly Proof[], one: Proof) => [...before.filter((other) => !isOf(one)(other)), one],
}

function after(state: SignInState, { key, method }: MethodName, kept: keyof typeof KEPT = 'all'): SignInState {
  const nowMs = state.nowMs + 1_000
  return { ...state, nowMs, proofs: KEPT[kept](state.proofs, { key, method, atMs: nowMs }) }
}

/** Answers until nothing is asked for. @param pick which of so many choices @returns how it ended, after how many proofs */
function walk(demanded: SignInDemand, from: SignInState, pick: (count: number) => number, kept: keyof typeof KEPT) {
  let state = from
  for (let count = 0; count <= MOST_STEPS; count++) {
    const step = nextStep(demanded, state)
    if (step.kind !== 'prove') return { step, state, count }
    const chosen = step.choices[pick(step.choices.length)]
    if (!chosen) throw new Error('nothing to choose')
    state = after(state, chosen, kept)
  }
  throw new Error(`still not done after ${MOST_STEPS} proofs`)
}

/** Whether rules can be satisfied with methods, as the panel of the rule editor has it. */
function isAvailable({ session: own, app }: SignInDemand, on: ReadonlySet<AuthenticatorMethod>): boolean {
  const first = ['svc_password', 'external_idp', 'smart_card_idp']
  const primary = [...on].filter(({ key }) => own.primaryFactor !== 'PASSWORD_IDP' || first.includes(key))
  const isMet = own.requireFactor
    ? primary.some((one) => assure({ factorMode: '2FA', constraints: withMethod(one) }, on).available)
    : primary.length > 0
  return isMet && (!app?.verificationMethod || assure(app.verificationMethod, on).available)
}
const withMethod = ({ key, method }: AuthenticatorMethod) =>
  (['knowledge', 'possession'] as const).map((name) => ({
    [name]: { authenticationMethods: [{ key, method }], userPresence: 'OPTIONAL' as const },
  }))

/** Alternatives that no authenticator satisfies are refused when a rule is written. */
function isStorable({ app }: SignInDemand): boolean {
  if (!app?.verificationMethod) return true
  const { constraints, chains } = assure(app.verificationMethod)
  return [...constraints, ...chains].every(({ satisfiable }) => satisfiable)
}

describe('a sign-in', () => {
  it.each(['all', 'last'] as const)(
    'comes to an end whatever is chosen, where the rules can be satisfied; else it asks for nothing (%s proofs kept)',
    (kept) => {
      fc.assert(
        fc.property(demands, states, fc.infiniteStream(fc.nat()), (demanded, state, random) => {
          const pick = (count: number) => (random.next().value as number) % count
          const { step, count } = walk(demanded, state, pick, kept)
          expect(step.kind === 'done' || (step.kind === 'impossible' && count === 0)).toBe(true)
        }),
        RUNS,
      )
    },
  )

  it('reaches the end by first choices exactly where the rule editor calls both rules satisfiable', () => {
    fc.assert(
      fc.property(demands, fc.subarray([...AUTHENTICATOR_TABLE]), (demanded, some) => {
        const { step } = walk(demanded, aState({ usable: some }), () => 0, 'last')
        expect(step.kind).toBe(isAvailable(demanded, new Set(some)) ? 'done' : 'impossible')
      }),
      RUNS,
    )
  })

  it('is never done where a naive reading of the rules is not satisfied', () => {
    fc.assert(
      fc.property(demands, states, fc.infiniteStream(fc.nat()), (demanded, state, random) => {
        if (nextStep(demanded, state).kind === 'done') expect(naivelyDone(demanded, state)).toBe(true)
        const end = walk(demanded, state, (count) => (random.next().value as number) % count, 'last')
        if (end.step.kind === 'done') expect(naivelyDone(demanded, end.state)).toBe(true)
      }),
      RUNS,
    )
  })

  it('is done wherever a naive reading is satisfied by proofs of this sign-in', () => {
    fc.assert(
      fc.property(demands, fc.shuffledSubarray([...NAMES]), (demanded, some) => {
        fc.pre(isStorable(demanded))
        const fresh = some.map((name, at) => ({ ...name, atMs: BEGAN + at }))
        const state = aState({ proofs: fresh, nowMs: BEGAN + HOUR_MS })
        expect(nextStep(demanded, state).kind === 'done').toBe(naivelyDone(demanded, state))
      }),
      RUNS,
    )
  })

  it('is not set back by a proof', () => {
    fc.assert(
      fc.property(demands, states, fc.constantFrom(...NAMES), (demanded, state, name) => {
        const before = walk(demanded, state, () => 0, 'all')
        const next = nextStep(demanded, after(state, name))
        if (before.count === 0) expect(next.kind === 'done' || before.step.kind === 'impossible').toBe(true)
        if (before.step.kind === 'done') expect(next.kind).not.toBe('impossible')
      }),
      RUNS,
    )
  })

  it('is brought on by each choice: less is left to prove', () => {
    const least = (demanded: SignInDemand, state: SignInState, depth: number): number => {
      const step = nextStep(demanded, state)
      if (step.kind !== 'prove' || depth === 0) return 0
      return 1 + Math.min(...step.choices.map((one) => least(demanded, after(state, one), depth - 1)))
    }
    fc.assert(
      fc.property(demands, states, (demanded, state) => {
        const step = nextStep(demanded, { ...state, usable: state.usable.slice(0, 5) })
        if (step.kind !== 'prove') return
        const few = { ...state, usable: state.usable.slice(0, 5) }
        const before = least(demanded, few, 6)
        const each = step.choices.map((one) => least(demanded, after(few, one), 6))
        expect(Math.min(...each)).toBe(before - 1)
      }),
      { numRuns: runs(0.5) },
    )
  })

  it('is refused wherever a rule denies, whatever was proved', () => {
    fc.assert(
      fc.property(demands, states, fc.boolean(), (demanded, state, isOfSession) => {
        const denied: SignInDemand =
          isOfSession || !demanded.app
            ? { ...demanded, session: { ...demanded.session, access: 'DENY' } }
            : { ...demanded, app: { ...demanded.app, access: 'DENY' } }
        expect(nextStep(denied, state).kind).toBe('refused')
      }),
      RUNS,
    )
  })

  it('never lets anything be set up before a proof, nor where what the person has suffices', () => {
    fc.assert(
      fc.property(demands, states, methods, (demanded, state, others) => {
        const enrollable = others.filter((one) => !state.usable.some(isOf(one)))
        const step = nextStep(demanded, { ...state, enrollable })
        if (step.kind !== 'prove' || step.choices.every(({ isEnrolled }) => isEnrolled)) return
        const counted = Math.min(state.mustReauthenticateSinceMs ?? -Infinity, BEGAN)
        expect(state.proofs.some(({ atMs }) => atMs >= counted)).toBe(true)
        expect(nextStep(demanded, state).kind).toBe('impossible')
      }),
      RUNS,
    )
  })

  it('with setting up comes to an end too, or never begins', () => {
    fc.assert(
      fc.property(demands, states, methods, fc.infiniteStream(fc.nat()), (demanded, state, enrollable, random) => {
        const pick = (count: number) => (random.next().value as number) % count
        const { step, count } = walk(demanded, { ...state, enrollable }, pick, 'last')
        expect(step.kind === 'done' || (step.kind === 'impossible' && count === 0)).toBe(true)
      }),
      RUNS,
    )
  })
})
