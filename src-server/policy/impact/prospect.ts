import type { CompiledCondition } from '../conditions/condition.ts'
import type { Facts } from '../facts.ts'
import { NO, UNKNOWN, YES } from '../verdict.ts'
import type { StepList } from './step-list.ts'
import type { Step } from './steps.ts'

/** A step that may apply, and by which of its conditions that is open. */
export interface OpenStep {
  step: Step
  /** The conditions of its policy and its own that are open, as places in their lists. */
  ofPolicy: readonly number[]
  ofRule: readonly number[]
  /** Equal where the same conditions of the same content are open. */
  name: string
}

/**
 * What may happen to someone on the way down a list of policies: every step that may apply, in order, up to the first that surely
 * does, if one does. Where two prospects are alike, the same happens in every case that there is.
 */
export interface Prospect {
  open: readonly OpenStep[]
  sure: Step | null
}

/** Equal for prospects that are alike. */
export const nameOf = ({ open, sure }: Prospect) =>
  `${open.map(({ name }) => name).join(' ')} ${sure ? sure.content : 'none'}`

/** Which of the conditions the facts leave open, as places in the list. */
const openPlaces = (conditions: readonly CompiledCondition[], facts: Facts) =>
  conditions.flatMap(({ test }, place) => (test(facts) === UNKNOWN ? [place] : []))

/** Goes down whole policies, after those that were gone down already. */
export function goDown(steps: StepList, facts: Facts, { open: before }: Prospect = NOTHING): Prospect {
  const open = [...before]
  for (const { policy, steps: rules, own } of steps.runsFor(facts)) {
    const ofPolicy = own === UNKNOWN ? openPlaces(policy.conditions, facts) : []
    for (const step of rules) {
      const { rule, content } = step
      const verdict = rule.test(facts)
      if (verdict === NO) continue
      if (verdict === YES && own === YES) return { open, sure: step }
      const ofRule = verdict === UNKNOWN ? openPlaces(rule.conditions, facts) : []
      open.push({ step, ofPolicy, ofRule, name: `${content}:${ofPolicy.join('+')}:${ofRule.join('+')}` })
      // It surely applies as soon as its policy does: the rest of the policy is never asked.
      if (verdict === YES) break
    }
  }
  return { open, sure: null }
}

/** What may happen to someone to whom no policy is open. */
export const NOTHING: Prospect = { open: [], sure: null }
