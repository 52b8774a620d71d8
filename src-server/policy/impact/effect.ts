import type { ImpactEffect } from '#contract/gatehouse/change-review.ts'
import type { Outcome, Result } from '#contract/policy/outcome.ts'
import { effectsOf } from '../explain/effects.ts'
import { outcomeOf } from '../explain/outcome.ts'
import type { NameOf, TypeEvaluation } from '../types.ts'

/** In how many of the cases that there are somebody gets in. */
type Access = 'always' | 'sometimes' | 'never'

/** What policies of a type come to for a person, as far as only the person is known. */
export interface Standing {
  outcome: Outcome
  access: Access
  /** The number of factors over all cases in which they get in; null where none asks for a number. */
  factors: { least: number; most: number } | null
  /** What the rule does that applies unless another one may; empty where none surely does. */
  effects: readonly string[]
}

export function standingOf(evaluation: TypeEvaluation, nameOf: NameOf): Standing {
  const outcome = outcomeOf(evaluation, nameOf)
  const results: readonly Result[] = [outcome, ...outcome.alternatives]
  const allowed = results.filter(({ decision }) => decision === 'ALLOW')
  const factors = allowed.flatMap((result) => (result.factors === null ? [] : [result.factors]))
  const { matched, type } = evaluation
  return {
    outcome,
    access: allowed.length === 0 ? 'never' : allowed.length === results.length ? 'always' : 'sometimes',
    factors: factors.length ? { least: Math.min(...factors), most: Math.max(...factors) } : null,
    effects: matched ? effectsOf(type, matched.rule.rule.actions, matched.policy.policy.settings, nameOf) : [],
  }
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

const isSame = (a: readonly string[], b: readonly string[]) => a.join('\n') === b.join('\n')

/** What a change does to someone for whom different steps may apply before and after; null: nothing. */
export function effectOf(before: Standing, after: Standing): ImpactEffect | null {
  const main = OF_ACCESS[before.access][after.access] ?? ofFactors(before.factors, after.factors)
  if (main) return main
  // Access that is never given has no settings.
  if (before.outcome.decision === 'DENY' && after.outcome.decision === 'DENY' && after.access === 'never') return null
  if (!before.outcome.certain || !after.outcome.certain) return 'DEPENDS'
  return isSame(before.effects, after.effects) ? null : 'OTHER_SETTINGS'
}
