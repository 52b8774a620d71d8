import type { ImpactEffect } from '#contract/gatehouse/change-review.ts'
import { factsOf } from '../prepared-context.ts'
import type { EvaluationContext, NameOf } from '../types.ts'
import { createStandings, effectOf } from './effect.ts'
import { goDown, nameOf, NOTHING, prospectsOf, type Prospect } from './possible-outcomes.ts'
import type { StepList } from './step-list.ts'
import type { Subject } from './subjects.ts'

/** What a change does to a person, and a key that is equal for equal descriptions; null: nothing. */
type Judgement = { effect: ImpactEffect; name: string } | null

/**
 * Judges one person after another for a subject; prospects that are alike are judged once. Where the person changes, not the policies,
 * both contexts are given; null: the subject is not open to them.
 */
export function createJudge(
  { type, difference }: Subject,
  names: NameOf,
): (context: EvaluationContext | null, changed?: EvaluationContext | null) => Judgement {
  const { before, after } = difference
  const standingOf = createStandings(type, names)
  const known = new Map<string, Judgement>()

  function judge(...prospects: readonly [before: Prospect, after: Prospect]): Judgement {
    const [old, next] = [standingOf(prospects[0]), standingOf(prospects[1])]
    const effect = effectOf(old, next)
    return effect && { effect, name: `${old.name} → ${next.name}` }
  }

  const prospectOf = (steps: StepList, context: EvaluationContext | null) =>
    context ? goDown(steps, factsOf(context)) : NOTHING

  return (context, changed = context) => {
    const found =
      context && context === changed
        ? prospectsOf(difference, factsOf(context))
        : ([prospectOf(before, context), prospectOf(after, changed)] as const)
    if (!found) return null
    const [old, next] = found
    const names = [nameOf(old), nameOf(next)] as const
    if (names[0] === names[1]) return null
    const key = names.join(' → ')
    const judged = known.get(key)
    if (judged !== undefined) return judged
    const made = judge(old, next)
    known.set(key, made)
    return made
  }
}
