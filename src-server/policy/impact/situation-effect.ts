import type { SituationEffect } from '#contract/gatehouse/situation-impact.ts'
import { periodMs } from '#contract/interface/period.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { perType, type ActionsByType, type PerType } from '../action-types.ts'
import { factorsText } from '../explain/factors.ts'
import type { NameOf } from '../types.ts'
import { ADMITTING, createStepEffects, isAllowed } from './effect.ts'
import type { Step } from './steps.ts'

/** After how long people sign in again or prove a factor again, in milliseconds; infinite where never. Each place means the same for a type. */
type Again = readonly number[]

const MINUTE = 60_000
const forever = (minutes: number) => (minutes > 0 ? minutes * MINUTE : Infinity)
const period = (text: string | undefined) => (text === undefined ? Infinity : periodMs(text))

type SignOn = ActionsByType['SVC_SIGN_ON']['signon']

/** A rule without a second factor asks for none again. */
function promptAfter({ requireFactor, factorPromptMode, factorLifetime }: SignOn): number {
  if (!requireFactor || factorPromptMode === 'DEVICE') return Infinity
  return factorPromptMode === 'SESSION' ? (factorLifetime ?? 0) * MINUTE : 0
}

/** What steps of the same decision and number of factors may differ by. */
interface Demand {
  /** Which factors, in words that differ where they do. */
  kinds: string
  again: Again
}

const NO_DEMAND: Demand = { kinds: '', again: [] }
const none = () => NO_DEMAND

const DEMANDS: PerType<Demand> = {
  SVC_SIGN_ON: ({ signon }) => ({
    kinds: signon.primaryFactor ?? '',
    again: [
      forever(signon.session.maxSessionIdleMinutes),
      forever(signon.session.maxSessionLifetimeMinutes),
      promptAfter(signon),
    ],
  }),
  ACCESS_POLICY: ({ appSignOn: { verificationMethod: method } }) =>
    method
      ? {
          kinds: factorsText(method),
          again:
            method.type === 'AUTH_METHOD_CHAIN'
              ? []
              : [period(method.reauthenticateIn), period(method.inactivityPeriod)],
        }
      : NO_DEMAND,
  PASSWORD: none,
  MFA_ENROLL: none,
  IDP_DISCOVERY: none,
  PROFILE_ENROLLMENT: none,
  POST_AUTH_SESSION: none,
  ENTITY_RISK: none,
  OAUTH_AUTHORIZATION_POLICY: none,
}

/** What becomes of a sign-in by the steps that decide it, null where none does. @returns null where nothing changes */
type SituationEffects = (before: Step | null, after: Step | null) => SituationEffect | null

/** Compares what steps of a type come to for one person in one situation, where all is known. */
export function createSituationEffects(type: PolicyType, nameOf: NameOf): SituationEffects {
  const effectOfStep = createStepEffects(type, nameOf)
  const admits = ADMITTING.has(type)

  /** Of two steps that both let people in, or apply. */
  function ofSettings(before: Step, after: Step): SituationEffect | null {
    const [old, next] = [effectOfStep(before), effectOfStep(after)]
    if (old.does === next.does) return null
    const factors = (next.result.factors ?? 0) - (old.result.factors ?? 0)
    if (factors !== 0) return factors < 0 ? 'FACTORS_DROPPED' : 'FACTORS_ADDED'
    const [was, is] = [before, after].map(({ rule }) => perType(DEMANDS, type, rule.record.actions, NO_DEMAND))
    if (was?.kinds !== is?.kinds) return 'FACTORS_CHANGED'
    return ofAgain(was?.again ?? [], is?.again ?? []) ?? 'SETTINGS_CHANGED'
  }

  return (before, after) => {
    const isIn = (step: Step | null) => step !== null && (!admits || isAllowed(effectOfStep(step).result))
    const [was, is] = [isIn(before), isIn(after)]
    if (was && is && before && after) return ofSettings(before, after)
    if (was === is) return null
    if (!admits) return 'SETTINGS_CHANGED'
    return is ? 'ACCESS_GAINED' : 'ACCESS_LOST'
  }
}

/** Null where it is as before, or sooner in one way and later in another. */
function ofAgain(was: Again, is: Again): SituationEffect | null {
  const differences = was.map((before, place) => (is[place] ?? before) - before).filter((by) => by < 0 || by > 0)
  if (differences.length === 0) return null
  if (differences.every((by) => by < 0)) return 'SIGN_IN_SOONER'
  return differences.every((by) => by > 0) ? 'SIGN_IN_LATER' : null
}
