import type { ChangeReview, ImpactEffect } from '#contract/gatehouse/change-review.ts'
import { policyType } from '#contract/policy/policy-types.ts'

const EFFECTS: Readonly<Record<ImpactEffect, string>> = {
  LOSES_ACCESS: 'lose access',
  MAY_LOSE_ACCESS: 'may lose access',
  GAINS_ACCESS: 'gain access',
  MAY_GAIN_ACCESS: 'may gain access',
  FEWER_FACTORS: 'need fewer factors',
  MORE_FACTORS: 'need more factors',
  DEPENDS: 'may be decided otherwise',
  OTHER_SETTINGS: 'get other settings',
}

/** Whom a pull would affect: each effect with its cases, what else it does, and how many in all. */
export function impactLines({ effects, notes, affected, considered }: ChangeReview): string[] {
  return [
    ...effects.flatMap(({ effect, people, cases, moreCases }) => [
      `impact: ${people} ${EFFECTS[effect]}`,
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
