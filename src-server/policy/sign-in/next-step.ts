import { AUTHENTICATOR_TABLE, type AuthenticatorMethod } from '#contract/policy/authenticator-table.ts'
import { factorsText } from '../explain/factors.ts'
import { amrOf } from '#contract/policy/amr.ts'
import { appGoals, sessionGoals, sessionMethod } from './required-proofs.ts'
import { askable, combined, plansOf, type DatedMethod, type Means, type Plan } from './proof-plans.ts'
import type { Choice, MethodName, NextStep, SignInDemand, SignInState } from './types.ts'

const entriesOf = (names: readonly MethodName[]): AuthenticatorMethod[] =>
  AUTHENTICATOR_TABLE.filter((entry) => names.some(({ key, method }) => key === entry.key && method === entry.method))

/** Proofs that count at all: those of this sign-in always do, or a person would be asked again and again. */
function countedProofs({ proofs, startedMs, mustReauthenticateSinceMs }: SignInState) {
  const sinceMs = Math.min(mustReauthenticateSinceMs ?? -Infinity, startedMs)
  return proofs.filter(({ atMs }) => atMs >= sinceMs)
}

function meansOf(state: SignInState, usable: readonly MethodName[]): Means {
  const { startedMs, nowMs, idleMs } = state
  return {
    proofs: countedProofs(state).flatMap((proof): DatedMethod[] =>
      entriesOf([proof]).map((entry) => ({ entry, atMs: proof.atMs })),
    ),
    remembered: entriesOf(state.remembered),
    isRecent: ({ atMs }, { maxAgeMs, maxIdleMs }) =>
      atMs >= startedMs || (nowMs - atMs < maxAgeMs && idleMs < maxIdleMs),
    usable: entriesOf(usable),
  }
}

/** A rule without a method lets no one in, as it is read elsewhere. */
const methodOf = (app: SignInDemand['app']) => (app?.access === 'ALLOW' ? app.verificationMethod : undefined)

/** The ways to reach the end: of the session alone, and of all that is asked for. */
function waysOf({ session, app }: SignInDemand, means: Means): { session: Plan[]; all: Plan[] } {
  const own = plansOf(sessionGoals(session), means)
  const method = methodOf(app)
  return { session: own, all: method ? combined(own, plansOf(appGoals(method), means)) : own }
}

/** What may be asked for now on any of some ways. What was proved just now is not asked for again while something else leads on. */
function choicesOf(plans: readonly Plan[], { proofs, startedMs, usable }: SignInState): Choice[] {
  const methods = plans.flatMap(askable)
  const choices = AUTHENTICATOR_TABLE.filter((entry) => methods.includes(entry)).map(({ key, method }): Choice => {
    return { key, method, isEnrolled: usable.some((one) => one.key === key && one.method === method) }
  })
  const fresh = choices.filter(
    ({ key, method }) =>
      !proofs.some((proof) => proof.key === key && proof.method === method && proof.atMs >= startedMs),
  )
  return (fresh.length > 0 ? fresh : choices).toSorted((a, b) => Number(b.isEnrolled) - Number(a.isEnrolled))
}

/**
 * What to ask for where the person has to set something up. INVARIANT: only after a proof of what they have; else a name
 * alone would be enough to set up a way in to another person's account.
 */
function choicesWithSetup(demand: SignInDemand, state: SignInState): Choice[] {
  const ways = waysOf(demand, meansOf(state, [...state.usable, ...state.enrollable]))
  if (countedProofs(state).length > 0) return choicesOf(ways.all, state)
  if (ways.all.length === 0) return []
  const possessed = (plans: readonly Plan[]) => choicesOf(plans, state).filter(({ isEnrolled }) => isEnrolled)
  const choices = possessed(ways.all)
  return choices.length > 0 ? choices : possessed(ways.session)
}

function impossible({ session, app }: SignInDemand, state: SignInState): NextStep {
  const means = meansOf(state, [...state.usable, ...state.enrollable])
  const method = methodOf(app)
  const isOfApp = method !== undefined && plansOf(appGoals(method), means).length === 0
  const problem = isOfApp
    ? ({ by: 'app', asked: factorsText(method) } as const)
    : ({ by: 'session', asked: factorsText(sessionMethod(session)) } as const)
  return { kind: 'impossible', problem }
}

/**
 * What a sign-in asks for next: by the rule of the global session and that of the application, from what has been proved
 * and what the person can use (spec/1 "Global session policy", "verification method"; spec/4 §1.2, §1.7). Setting up is
 * offered only where what the person has does not suffice: it must not be a way around it.
 */
export function nextStep(demand: SignInDemand, state: SignInState): NextStep {
  if (demand.session.access === 'DENY') return { kind: 'refused', by: 'session' }
  if (demand.app && !methodOf(demand.app)) return { kind: 'refused', by: 'app' }
  const { all } = waysOf(demand, meansOf(state, state.usable))
  if (all.some((plan) => plan.length === 0)) return { kind: 'done', amr: amrOf(countedProofs(state)) }
  const choices = all.length > 0 ? choicesOf(all, state) : choicesWithSetup(demand, state)
  return choices.length > 0 ? { kind: 'prove', choices } : impossible(demand, state)
}
