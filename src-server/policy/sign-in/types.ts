import type { Proof } from '#contract/policy/proof.ts'
import type { ActionsByType } from '../action-types.ts'

/** What the rules that decide ask of a sign-in. */
export interface SignInDemand {
  /** `actions.signon` of the rule of the global session. */
  readonly session: ActionsByType['SVC_SIGN_ON']['signon']
  /** `actions.appSignOn` of the rule of the application; null where none is signed in to. */
  readonly app: ActionsByType['ACCESS_POLICY']['appSignOn'] | null
}

/** A way to prove something that a person has, or could set up. */
export type MethodName = Pick<Proof, 'key' | 'method'>

/** Where a person is in signing in. All moments are milliseconds since the epoch. */
export interface SignInState {
  /**
   * What the person has proved, in this sign-in and in the session that they had before. The last time of each method is
   * enough; earlier ones may be there as well, and spare asking again for a step of a chain that was overtaken.
   */
  readonly proofs: readonly Proof[]
  /** What the person has proved before on a device that they let be remembered. It counts only as the second factor of a session. */
  readonly remembered: readonly MethodName[]
  /** When this sign-in began: a proof since then is of this sign-in, however short the period that a rule allows. */
  readonly startedMs: number
  readonly nowMs: number
  /** How long the person had not used their session when this sign-in began; 0 where they had none. */
  readonly idleMs: number
  /** What the person has and can use now. */
  readonly usable: readonly MethodName[]
  /** What they could set up now. */
  readonly enrollable: readonly MethodName[]
  /** Proofs before this do not count, unless they are of this sign-in (`prompt=login`, `max_age`); null: all do. */
  readonly mustReauthenticateSinceMs: number | null
}

/** The rule that a verdict is about. */
type DemandName = keyof SignInDemand

/** What a person is asked for. */
export interface Choice extends MethodName {
  /** False: it is to be set up, which proves it as well. */
  readonly isEnrolled: boolean
}

/** Nothing that the person has or could set up satisfies a rule. */
interface Impossible {
  readonly by: DemandName
  /** What it asks for, as it follows "asks for": "password and one more factor". */
  readonly asked: string
}

export type NextStep =
  /** `amr`: names of RFC 8176. */
  | { readonly kind: 'done'; readonly amr: readonly string[] }
  /** Each of them leads on to the end; those that the person has first, then in the order of the table of authenticators. */
  | { readonly kind: 'prove'; readonly choices: readonly Choice[] }
  | { readonly kind: 'refused'; readonly by: DemandName }
  | { readonly kind: 'impossible'; readonly problem: Impossible }
