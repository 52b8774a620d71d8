import type { CompiledCondition } from '../conditions/condition.ts'
import type { Facts } from '../prepared-context.ts'
import { NO, UNKNOWN, YES } from '../verdict.ts'
import type { PlacedStep, StepList } from './step-list.ts'
import type { OpenStep, Step } from './steps.ts'

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

/** More conditions than a policy or a rule has, of each kind one; so that bits of both fit a number. */
const MOST_CONDITIONS = 24

/** That a condition is surely not met. */
const UNMET = -1

/** Which of the conditions the facts leave open, as bits of their places in the list: 0 where all are met; or {@link UNMET}. */
function openBits(conditions: readonly CompiledCondition[], facts: Facts): number {
  let bits = 0
  for (let place = 0; place < conditions.length; place++) {
    const verdict = conditions[place]?.test(facts)
    if (verdict === NO) return UNMET
    if (verdict === UNKNOWN) bits |= 1 << place
  }
  return bits
}

const placesIn = (bits: number): number[] =>
  Array.from({ length: MOST_CONDITIONS }, (_, place) => place).filter((place) => (bits & (1 << place)) !== 0)

/** The step with the conditions that are open; the same object for all whom they leave open alike. */
function openingOf(placed: PlacedStep, policyBits: number, ruleBits: number): OpenStep {
  const key = policyBits * 2 ** MOST_CONDITIONS + ruleBits
  const known = placed.openings.get(key)
  if (known) return known
  const opening = makeOpening(placed.step, placesIn(policyBits), placesIn(ruleBits))
  placed.openings.set(key, opening)
  return opening
}

const makeOpening = (step: Step, ofPolicy: readonly number[], ofRule: readonly number[]): OpenStep => ({
  ...{ step, ofPolicy, ofRule },
  name: `${step.content}:${ofPolicy.join('+')}:${ofRule.join('+')}`,
})

/** Goes down whole policies, after those that were gone down already. */
export function goDown(steps: StepList, facts: Facts, { open: before }: Prospect = NOTHING): Prospect {
  const open = [...before]
  let sure: Step | null = null
  steps.visit(facts, (run, own, each) => {
    const policyBits = own === UNKNOWN ? openBits(run.policy.conditions, facts) : 0
    each(run, (placed) => {
      const ruleBits = openBits(placed.step.rule.conditions, facts)
      if (ruleBits === UNMET) return null
      if (ruleBits === 0 && own === YES) {
        sure = placed.step
        return true
      }
      open.push(openingOf(placed, policyBits, ruleBits))
      // It surely applies as soon as its policy does: the rest of the policy is never asked.
      return ruleBits === 0 || null
    })
    return sure !== null
  })
  return { open, sure }
}

/** What may happen to someone to whom no policy is open. */
export const NOTHING: Prospect = { open: [], sure: null }

/** What may happen to someone before and after a change. */
export type Prospects = readonly [before: Prospect, after: Prospect]

/** What may happen to someone before and after a change; null where the same surely does. */
export function prospectsOf(
  { shared, before, after }: Readonly<Record<'shared' | 'before' | 'after', StepList>>,
  facts: Facts,
): Prospects | null {
  const beginning = goDown(shared, facts)
  return beginning.sure ? null : [goDown(before, facts, beginning), goDown(after, facts, beginning)]
}
