import {
  IMPACT_WORDS,
  type ChangeReview,
  type ListedEffect,
  type ReviewedPerson,
} from '#contract/gatehouse/change-review.ts'
import { SITUATION_WORDS, UNDECIDED } from '#contract/gatehouse/situation-impact.ts'
import { csvText } from '#ui/lib/csv.ts'

/** The effects of a review that people can be listed by, in order of concern: in situations where they are known. */
export function listedEffects({ effects, situations }: Pick<ChangeReview, 'effects' | 'situations'>): ListedEffect[] {
  if (!situations) return effects.map(({ effect }) => effect)
  const undecided = situations.undecided.people > 0 ? [UNDECIDED] : []
  return [...situations.effects.map(({ effect }) => effect), ...undecided] as ListedEffect[]
}

const WORDS: Readonly<Record<ListedEffect, { one: string }>> = {
  ...IMPACT_WORDS,
  ...SITUATION_WORDS,
  [UNDECIDED]: { one: 'depends on what cannot be tried out' },
}

/** The people of a review as a table, a row for each person and effect. */
export function impactCsv(people: ReadonlyMap<ListedEffect, readonly ReviewedPerson[]>): string {
  return csvText([
    ['Person', 'Login', 'Effect'],
    ...[...people].flatMap(([effect, listed]) => listed.map(({ name, login }) => [name, login, WORDS[effect].one])),
  ])
}
