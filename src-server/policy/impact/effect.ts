import type { ImpactEffect } from '#contract/gatehouse/change-review.ts'
import type { Result } from '#contract/policy/outcome.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { effectsOf } from '../explain/effects.ts'
import { resultOf } from '../explain/outcome.ts'
import type { NameOf } from '../types.ts'
import type { Prospect } from './possible-outcomes.ts'
import { createReachable } from './reachable.ts'
import type { OpenStep, Step } from './steps.ts'

/** Types that let people in or keep them out, or give them tokens or not; settings of the others apply in any case. */
export const ADMITTING: ReadonlySet<PolicyType> = new Set([
  'SVC_SIGN_ON',
  'ACCESS_POLICY',
  'OAUTH_AUTHORIZATION_POLICY',
])

/** What a step comes to. */
interface StepEffect {
  result: Result
  /** Everything that it does, as one text. */
  does: string
}

/** Works out what steps of a type come to, once for each content. */
export function createStepEffects(type: PolicyType, nameOf: NameOf): (step: Step) => StepEffect {
  const known = new Map<number, StepEffect>()
  return ({ policy, rule, content }) => {
    const found = known.get(content)
    if (found) return found
    const { actions } = rule.record
    const does = effectsOf(type, actions, policy.record.settings, nameOf).join('\n')
    const made = { result: resultOf(type, actions), does }
    known.set(content, made)
    return made
  }
}

/** In how many of the cases that there are a person gets in. */
type Access = 'always' | 'sometimes' | 'never'

/** What the policies of a type come to for a person, as far as only the person is known. */
interface Standing {
  access: Access
  /** The number of factors over all cases in which they get in; null where none asks for a number. */
  factors: { least: number; most: number } | null
  /** What surely applies unless something else does; empty where nothing does. */
  does: string
  /** Whether nothing that is not known changes it. */
  isCertain: boolean
  /** Equal for standings that are told alike. */
  name: string
}

/** So many alternatives are named where a standing is told; of the rest only the number. */
const NAMED = 2

/** Steps that may apply but do what surely applies otherwise make no difference. */
export function createStandings(type: PolicyType, nameOf: NameOf): (prospect: Prospect) => Standing {
  const effectOfStep = createStepEffects(type, nameOf)
  const reachable = createReachable()
  return ({ open, sure }) => {
    const main = sure && effectOfStep(sure)
    const others: { open: OpenStep; effect: StepEffect }[] = []
    for (const each of reachable(open)) {
      const effect = effectOfStep(each.step)
      if (effect.does !== main?.does) others.push({ open: each, effect })
    }
    const results = [...(main ? [main.result] : []), ...others.map(({ effect }) => effect.result)]
    const names = others.slice(0, NAMED).map((other) => other.open.name)
    return {
      access: ADMITTING.has(type) ? accessBy(results, main !== null) : 'always',
      factors: factorsOf(results),
      does: main?.does ?? '',
      isCertain: others.length === 0,
      name: `${names.join(' ')} +${others.length} ${sure ? sure.content : 'none'}`,
    }
  }
}

/** A rule for tokens cannot deny: that it applies is the permission. */
export const isAllowed = ({ decision }: Result) => decision === 'ALLOW' || decision === 'APPLY'

/** @param isComplete whether one of them applies in any case */
function accessBy(results: readonly Result[], isComplete: boolean): Access {
  if (!results.some(isAllowed)) return 'never'
  return isComplete && results.every(isAllowed) ? 'always' : 'sometimes'
}

function factorsOf(results: readonly Result[]): Standing['factors'] {
  const factors = results.filter(isAllowed).flatMap((result) => (result.factors === null ? [] : [result.factors]))
  return factors.length ? { least: Math.min(...factors), most: Math.max(...factors) } : null
}

/** What becomes of access; null: as much as before. */
const OF_ACCESS: Readonly<Record<Access, Readonly<Record<Access, ImpactEffect | null>>>> = {
  always: { always: null, sometimes: 'MAY_LOSE_ACCESS', never: 'LOSES_ACCESS' },
  sometimes: { always: 'MAY_GAIN_ACCESS', sometimes: null, never: 'LOSES_ACCESS' },
  never: { always: 'GAINS_ACCESS', sometimes: 'MAY_GAIN_ACCESS', never: null },
}

/** What becomes of the number of factors; null: as many as before. */
function ofFactors(before: Standing['factors'], after: Standing['factors']): ImpactEffect | null {
  if (!before || !after) return null
  const [least, most] = [after.least - before.least, after.most - before.most]
  if (least === 0 && most === 0) return null
  if (least <= 0 && most <= 0) return 'FEWER_FACTORS'
  return least >= 0 && most >= 0 ? 'MORE_FACTORS' : 'DEPENDS'
}

/** What a change does to someone for whom different steps may apply before and after; null: nothing. */
export function effectOf(before: Standing, after: Standing): ImpactEffect | null {
  const main = OF_ACCESS[before.access][after.access] ?? ofFactors(before.factors, after.factors)
  if (main) return main
  if (before.access === 'never') return null
  if (!before.isCertain || !after.isCertain) return 'DEPENDS'
  return before.does === after.does ? null : 'OTHER_SETTINGS'
}
