import type { ImpactEffect } from '#contract/gatehouse/change-review.ts'
import { factsOf } from '../facts.ts'
import type { EvaluationContext, NameOf } from '../types.ts'
import { createStandings, effectOf } from './effect.ts'
import { goDown, nameOf, type Prospect } from './prospect.ts'
import type { Subject } from './subjects.ts'

/** What a change does to a person, and a name that is equal where it is told alike; null: nothing. */
type Judgement = { effect: ImpactEffect; name: string } | null

/** Judges one person after another for a subject; prospects that are alike are judged once. */
export function createJudge({ type, difference }: Subject, names: NameOf): (context: EvaluationContext) => Judgement {
  const { shared, before, after } = difference
  const standingOf = createStandings(type, names)
  const known = new Map<string, Judgement>()

  function judge(...prospects: readonly [before: Prospect, after: Prospect]): Judgement {
    const [old, next] = [standingOf(prospects[0]), standingOf(prospects[1])]
    const effect = effectOf(old, next)
    return effect && { effect, name: `${old.name} → ${next.name}` }
  }

  return (context) => {
    const facts = factsOf(context)
    const beginning = goDown(shared, facts)
    if (beginning.sure) return null
    const [old, next] = [goDown(before, facts, beginning), goDown(after, facts, beginning)]
    const names = [nameOf(old), nameOf(next)] as const
    if (names[0] === names[1]) return null
    const key = names.join(' → ')
    const found = known.get(key)
    if (found !== undefined) return found
    const made = judge(old, next)
    known.set(key, made)
    return made
  }
}
