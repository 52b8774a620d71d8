import type { ChangeReview } from '#contract/gatehouse/change-review.ts'
import { impactWords, namesOfCase, placesText } from '#contract/gatehouse/impact-text.ts'
import type { PlanStepView } from '#contract/gatehouse/sync-plan.ts'

/** Whom a pull or a plan would affect: each effect with its cases, what else it does, and how many in all. @param what `A pull` */
export function impactLines(
  { effects, notes, affected, considered }: Omit<ChangeReview, 'id'>,
  what: string,
): string[] {
  return [
    ...effects.flatMap(({ cases, moreCases, ...effect }) => [
      `impact: ${impactWords(effect)}`,
      ...cases.map((one) => `  ${placeOf(one)}: ${one.before} becomes ${one.after} (${one.people})`),
      ...(moreCases > 0 ? [`  and ${moreCases} more cases`] : []),
    ]),
    ...notes.map((note) => `impact: ${note}`),
    `${what} would affect ${affected} of ${considered} people.`,
  ]
}

/** Whom one step of a plan affects, and where; nothing for one that does not decide. */
export function stepImpactLines({ effect, effectProblem }: Pick<PlanStepView, 'effect' | 'effectProblem'>): string[] {
  if (effectProblem !== null) return [`impact not known: ${effectProblem}`]
  if (!effect) return []
  const found = effect.effects.map((one) => `impact: ${impactWords(one)}: ${placesText(one)}`)
  const notes = effect.notes.map((note) => `impact: ${note}`)
  return found.length + notes.length > 0 ? [...found, ...notes] : ['impact: no one']
}

type Case = ChangeReview['effects'][number]['cases'][number]

const placeOf = (one: Case) =>
  [...namesOfCase(one), ...(one.moreSubjects > 0 ? [`${one.moreSubjects} more`] : [])].join(', ')
