import { periodMs } from '#contract/interface/period.ts'
import {
  periodsOf,
  verificationMethodSchema,
  type AssuranceMethod,
  type ChainMethod,
  type VerificationMethod,
} from '#contract/policy/assurance.ts'
import type { AuthenticatorMethod } from '#contract/policy/authenticator-table.ts'
import { assure, type Candidate } from '../explain/assurance.ts'
import type { SignInDemand } from './types.ts'

/**
 * A rule as the alternatives that satisfy it. `explain/assurance.ts` says which methods count as what; here it is added
 * how old a proof may be.
 *
 * Judgements where the documents leave room (spec/1 "Global session policy", spec/4 §1.2):
 * - A session's primary factor is proved once in a session. `PASSWORD_IDP` means the password or what an identity
 *   provider vouches for, a smart card included; so does a rule without the field, as Classic Engine leaves it out.
 * - The second factor of a session is of another class, as `2FA` means it. `ALWAYS` asks for it at every sign-in, to an
 *   application too, as the rule reads in all other places; `SESSION` after `factorLifetime`; `DEVICE` once in a session,
 *   and not at all on a device that is remembered, whatever `factorLifetime` says, which the documents tie to `SESSION`.
 * - `inactivityPeriod` is of the session: who had not used it for so long proves again what the application asks for, and
 *   what they proved before stands for nothing in it. Using it for another application is a use. The session has a limit
 *   of its own, after which it ends.
 */

/** A part of a goal: filled by a proof of any of its methods that is recent enough. */
export interface Slot {
  readonly methods: readonly AuthenticatorMethod[]
  /** Milliseconds; 0: at every sign-in. */
  readonly maxAgeMs: number
  /** Milliseconds without use of the session from which on no earlier proof fills it. */
  readonly maxIdleMs: number
  /** Whether it is asked for before all else. */
  readonly comesFirst: boolean
  /** Whether what was proved on a remembered device fills it. */
  readonly isByDevice: boolean
}

/** One alternative. A proof may fill several slots, but for those of a chain: each is a proof of its own, in their order. */
export interface Goal {
  readonly isChain: boolean
  readonly slots: readonly Slot[]
}

const entriesOf = (candidates: readonly Candidate[]) => candidates.map(({ entry }) => entry)

const OF_APP = { comesFirst: false, isByDevice: false } as const

function chainGoals(method: ChainMethod): Goal[] {
  return assure(method).chains.flatMap(({ steps, satisfiable }, index) => {
    const chain = method.chains[index]
    if (!satisfiable || !chain) return []
    const ages = periodsOf(method, chain).map(periodMs)
    const slots = steps.map((step, at) => ({
      ...OF_APP,
      methods: entriesOf(step),
      maxAgeMs: ages[at] ?? 0,
      maxIdleMs: Infinity,
    }))
    return [{ isChain: true, slots }]
  })
}

function factorGoals(method: AssuranceMethod): Goal[] {
  const maxIdleMs = method.inactivityPeriod === undefined ? Infinity : periodMs(method.inactivityPeriod)
  return assure(method).constraints.flatMap(({ combinations }, index) => {
    const constraint = method.constraints?.[index] ?? {}
    return combinations.map(({ steps }) => ({
      isChain: false,
      slots: steps.map(({ boundBy, candidates }): Slot => {
        const own = boundBy ? constraint[boundBy]?.reauthenticateIn : undefined
        return {
          ...OF_APP,
          methods: entriesOf(candidates),
          maxAgeMs: periodMs(own ?? method.reauthenticateIn),
          maxIdleMs,
        }
      }),
    }))
  })
}

/** The alternatives of an application's verification method. */
export function appGoals(method: VerificationMethod): Goal[] {
  return method.type === 'AUTH_METHOD_CHAIN' ? chainGoals(method) : factorGoals(method)
}

type Signon = SignInDemand['session']

/** What may come first, as constraints. */
const PRIMARY: Readonly<Record<NonNullable<Signon['primaryFactor']>, readonly object[]>> = {
  PASSWORD_IDP: [
    { knowledge: { authenticationMethods: [{ key: 'svc_password' }] } },
    { possession: { authenticationMethods: [{ key: 'external_idp' }, { key: 'smart_card_idp' }] } },
  ],
  PASSWORD_IDP_ANY_FACTOR: [],
}

/** What a session asks for, as a verification method: for {@link sessionGoals}, and to be put into words. */
export function sessionMethod({ primaryFactor, requireFactor }: Signon): VerificationMethod {
  const constraints = PRIMARY[primaryFactor ?? 'PASSWORD_IDP']
  return verificationMethodSchema.parse({ factorMode: requireFactor ? '2FA' : '1FA', constraints })
}

const lifetimeMs = ({ factorLifetime = 0 }: Signon) => factorLifetime * 60_000

/** How old the second factor may be. */
const SECOND_AGE: Readonly<Record<NonNullable<Signon['factorPromptMode']>, (signon: Signon) => number>> = {
  ALWAYS: () => 0,
  SESSION: lifetimeMs,
  DEVICE: () => Infinity,
}

/** Whether a device may be remembered under a rule, in place of its second factor. */
export const remembersDevices = ({ requireFactor, factorPromptMode }: Signon): boolean =>
  requireFactor && factorPromptMode === 'DEVICE'

/** The alternatives of a rule of the global session. */
export function sessionGoals(signon: Signon): Goal[] {
  const secondAge = SECOND_AGE[signon.factorPromptMode ?? 'ALWAYS'](signon)
  return assure(sessionMethod(signon)).constraints.flatMap(({ combinations }) =>
    combinations.map(({ steps }) => {
      const named = steps.findIndex(({ boundBy }) => boundBy !== null)
      const primary = Math.max(named, 0)
      const slots = steps.map(({ candidates }, index) => ({
        methods: entriesOf(candidates),
        maxAgeMs: index === primary ? Infinity : secondAge,
        maxIdleMs: Infinity,
        comesFirst: index === named,
        isByDevice: index !== primary && remembersDevices(signon),
      }))
      return { isChain: false, slots }
    }),
  )
}
