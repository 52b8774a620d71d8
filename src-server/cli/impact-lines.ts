import { IMPACT_WORDS, type ChangeReview } from '#contract/gatehouse/change-review.ts'
import { policyType } from '#contract/policy/policy-types.ts'

/** Whom something would affect: each effect with its cases, what else it does, and how many in all. @param what would do so, such as `A pull` */
export function impactLines({ effects, notes, affected, considered }: ChangeReview, what = 'A pull'): string[] {
  return [
    ...effects.flatMap(({ effect, people, cases, moreCases }) => [
      `impact: ${effectPhrase({ effect, people })}`,
      ...cases.map((one) => `  ${placeOf(one)}: ${one.before} becomes ${one.after} (${one.people})`),
      ...(moreCases > 0 ? [`  and ${moreCases} more cases`] : []),
    ]),
    ...notes.map((note) => `impact: ${note}`),
    `${what} would affect ${affected} of ${considered} people.`,
  ]
}

type Case = ChangeReview['effects'][number]['cases'][number]

function placeOf({ policyType: type, subjects, moreSubjects }: Case): string {
  const names = subjects.map(({ name }) => name)
  if (names.length === 0) return policyType(type).label
  return [...names, ...(moreSubjects > 0 ? [`${moreSubjects} more`] : [])].join(', ')
}

/** Such as `2 people lose access`. */
export const effectPhrase = ({ effect, people }: Pick<ChangeReview['effects'][number], 'effect' | 'people'>): string =>
  people === 1 ? `1 person ${IMPACT_WORDS[effect].one}` : `${people} people ${IMPACT_WORDS[effect].many}`
