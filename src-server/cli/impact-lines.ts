import { IMPACT_WORDS, type ChangeReview } from '#contract/gatehouse/change-review.ts'
import { policyType } from '#contract/policy/policy-types.ts'

/** Whom a pull would affect: each effect with its cases, what else it does, and how many in all. */
export function impactLines({ effects, notes, affected, considered }: ChangeReview): string[] {
  return [
    ...effects.flatMap(({ effect, people, cases, moreCases }) => [
      `impact: ${people === 1 ? `1 person ${IMPACT_WORDS[effect].one}` : `${people} people ${IMPACT_WORDS[effect].many}`}`,
      ...cases.map((one) => `  ${placeOf(one)}: ${one.before} becomes ${one.after} (${one.people})`),
      ...(moreCases > 0 ? [`  and ${moreCases} more cases`] : []),
    ]),
    ...notes.map((note) => `impact: ${note}`),
    `A pull would affect ${affected} of ${considered} people.`,
  ]
}

type Case = ChangeReview['effects'][number]['cases'][number]

function placeOf({ policyType: type, subjects, moreSubjects }: Case): string {
  const names = subjects.map(({ name }) => name)
  if (names.length === 0) return policyType(type).label
  return [...names, ...(moreSubjects > 0 ? [`${moreSubjects} more`] : [])].join(', ')
}
