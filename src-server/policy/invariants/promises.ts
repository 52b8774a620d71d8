import { periodMs } from '#contract/interface/period.ts'
import type { ClaimKind, InvariantClaim } from '#contract/gatehouse/invariant.ts'
import { periodsOf, type VerificationMethod } from '#contract/policy/assurance.ts'
import type { ActionsByType } from '../action-types.ts'
import { assure, type Candidate } from '../explain/assurance.ts'
import { resultOf } from '../explain/outcome.ts'
import type { RuleRecord } from '../types.ts'

/** Whether the rule that decides leaves a promise unkept; null: no rule matches, which lets no one in. */
type Leaves = (rule: RuleRecord | null) => boolean

/** What breaks a claim, by the rules that decide a sign-in to an application. */
export interface Promised {
  session: Leaves
  /** Of the authentication policy of the application. */
  app: Leaves
  /** Whether it takes both to break the claim, or one of them. */
  brokenBy: 'both' | 'either'
}

type SessionAction = ActionsByType['SVC_SIGN_ON']['signon']

const letsIn = (type: 'SVC_SIGN_ON' | 'ACCESS_POLICY', rule: RuleRecord | null): rule is RuleRecord =>
  rule !== null && resultOf(type, rule.actions).decision === 'ALLOW'

/** A rule of the session lets in, and its action is so. */
const session =
  (isSo: (action: SessionAction) => boolean = () => true): Leaves =>
  (rule) =>
    letsIn('SVC_SIGN_ON', rule) && isSo((rule.actions as ActionsByType['SVC_SIGN_ON']).signon)

/** A rule of an authentication policy lets in, and its verification method is so. */
const app =
  (isSo: (method: VerificationMethod) => boolean = () => true): Leaves =>
  (rule) => {
    if (!letsIn('ACCESS_POLICY', rule)) return false
    const method = (rule.actions as ActionsByType['ACCESS_POLICY']).appSignOn.verificationMethod
    return method !== undefined && isSo(method)
  }

/** A rule lets in with fewer factors. */
const fewerThan =
  (factors: number, type: 'SVC_SIGN_ON' | 'ACCESS_POLICY'): Leaves =>
  (rule) =>
    letsIn(type, rule) && (resultOf(type, rule.actions).factors ?? 0) < factors

/** Each way to satisfy a method, as the candidates of its steps. */
const waysOf = (method: VerificationMethod): readonly (readonly (readonly Candidate[])[])[] => {
  const { constraints, chains } = assure(method)
  return [
    ...constraints.flatMap(({ combinations }) =>
      combinations.map(({ steps }) => steps.map(({ candidates }) => candidates)),
    ),
    ...chains.flatMap(({ satisfiable, steps }) => (satisfiable ? [steps] : [])),
  ]
}

/** Whether one proof of something that people know is all that is asked for. */
const passwordAlone = (method: VerificationMethod) =>
  waysOf(method).some(([first = [], ...others]) => {
    const isKnown = ({ entry: { classes } }: Candidate) => classes.length === 1 && classes[0] === 'knowledge'
    return others.length === 0 && first.some(isKnown)
  })

const resistsPhishing = ({ entry, onlyIf }: Candidate) =>
  entry.characteristics.phishingResistant === 'yes' || onlyIf.includes('phishingResistant')

/** Whether some way has no step that only phishing-resistant methods satisfy. */
const withoutResistance = (method: VerificationMethod) =>
  waysOf(method).some((steps) => !steps.some((candidates) => candidates.every(resistsPhishing)))

/**
 * How long people may go on at most without authenticating again, in milliseconds: of the alternatives the longest, of the proofs of one the
 * shortest. What a constraint says of its own overrides the method.
 */
function longestWithout(method: VerificationMethod): number {
  if (method.type === 'AUTH_METHOD_CHAIN')
    return Math.max(...method.chains.map((chain) => Math.min(...periodsOf(method, chain).map(periodMs))))
  const { reauthenticateIn, constraints } = method
  const alternatives = constraints?.length ? constraints : [{}]
  return Math.max(
    ...alternatives.map(({ knowledge, possession }) => {
      const own = [knowledge?.reauthenticateIn, possession?.reauthenticateIn].filter((period) => period !== undefined)
      return Math.min(...(own.length > 0 ? own : [reauthenticateIn]).map(periodMs))
    }),
  )
}

type ClaimOf<Kind extends ClaimKind> = Extract<InvariantClaim, { kind: Kind }>

const PROMISES: { readonly [Kind in ClaimKind]: (claim: ClaimOf<Kind>) => Promised } = {
  DENIED: () => ({ session: session(), app: app(), brokenBy: 'both' }),
  ALLOWED: () => ({
    session: (rule) => !letsIn('SVC_SIGN_ON', rule),
    app: (rule) => !letsIn('ACCESS_POLICY', rule),
    brokenBy: 'either',
  }),
  FACTORS: ({ factors }) => ({
    session: fewerThan(factors, 'SVC_SIGN_ON'),
    app: fewerThan(factors, 'ACCESS_POLICY'),
    brokenBy: 'both',
  }),
  NOT_PASSWORD_ALONE: () => ({ session: fewerThan(2, 'SVC_SIGN_ON'), app: app(passwordAlone), brokenBy: 'both' }),
  PHISHING_RESISTANT: () => ({ session: session(), app: app(withoutResistance), brokenBy: 'both' }),
  REAUTHENTICATE: ({ within }) => ({
    session: session(),
    app: app((method) => longestWithout(method) > periodMs(within)),
    brokenBy: 'both',
  }),
  SESSION_ENDS: ({ minutes }) => ({
    session: session(({ session: { maxSessionLifetimeMinutes: longest } }) => longest === 0 || longest > minutes),
    app: app(),
    brokenBy: 'both',
  }),
}

/** What breaks a claim. */
export const promisedBy = (claim: InvariantClaim): Promised =>
  (PROMISES[claim.kind] as (claim: InvariantClaim) => Promised)(claim)

/** Whether two rules that decide break what was promised. @param appRule undefined where the sign-in is judged by the session alone */
export function isBroken(promised: Promised, sessionRule: RuleRecord | null, appRule: RuleRecord | null | undefined) {
  const left = promised.session(sessionRule)
  if (appRule === undefined) return left
  return promised.brokenBy === 'both' ? left && promised.app(appRule) : left || promised.app(appRule)
}
