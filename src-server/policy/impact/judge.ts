import type { ImpactEffect } from '#contract/gatehouse/change-review.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { NameOf } from '../types.ts'
import { createStandings, effectOf } from './effect.ts'
import { nameOf, type Prospect } from './possible-outcomes.ts'

/** What a change does to a person, and a key that is equal for equal descriptions; null: nothing. */
type Judgement = { effect: ImpactEffect; name: string } | null

/** Judges what may happen before and after, of one person after another; prospects that are alike are judged once. */
export function createJudge(type: PolicyType, names: NameOf): (old: Prospect, next: Prospect) => Judgement {
  const standingOf = createStandings(type, names)
  const known = new Map<string, Judgement>()

  function judge(...prospects: readonly [before: Prospect, after: Prospect]): Judgement {
    const [old, next] = [standingOf(prospects[0]), standingOf(prospects[1])]
    const effect = effectOf(old, next)
    return effect && { effect, name: `${old.name} → ${next.name}` }
  }

  return (old, next) => {
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
