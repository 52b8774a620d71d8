import type { ChangeReview } from '#contract/gatehouse/change-review.ts'
import { impactWords, namesOfCase, placesText, situationWords } from '#contract/gatehouse/impact-text.ts'
import type { SituationCase, SituationImpact } from '#contract/gatehouse/situation-impact.ts'
import type { PlanStepView } from '#contract/gatehouse/sync-plan.ts'

/** Whom a pull or a plan would affect: each effect with its cases, what else it does, and how many in all. @param what `A pull` */
export function impactLines(
  { effects, situations, notes, rules = [], affected, considered, invariants }: Omit<ChangeReview, 'id'>,
  what: string,
): string[] {
  return [
    ...effects.flatMap(({ cases, moreCases, ...effect }) => [
      `impact: ${impactWords(effect)}`,
      ...cases.map((one) => `  ${placeOf(one)}: ${one.before} becomes ${one.after} (${one.people})`),
      ...(moreCases > 0 ? [`  and ${moreCases} more cases`] : []),
    ]),
    ...(situations ? situationLines(situations) : []),
    ...notes.map((note) => `impact: ${note}`),
    ...rules.map((rule) => `rules: ${rule}`),
    ...invariantLines(invariants),
    `${what} would affect ${affected} of ${considered} people.`,
  ]
}

function situationLines({ effects, undecided }: SituationImpact): string[] {
  return [
    ...effects.flatMap(({ cases, moreCases, always, ...effect }) => [
      `situations: ${situationWords(effect)}, ${always} in every one`,
      ...cases.map((one) => `  ${placeOf(one)}: ${whenOf(one)}: ${one.before} becomes ${one.after} (${one.people})`),
      ...(moreCases > 0 ? [`  and ${moreCases} more cases`] : []),
    ]),
    ...(undecided.people > 0
      ? [`situations: for ${undecided.people} people it depends on ${undecided.on.join('; ')}`]
      : []),
  ]
}

const whenOf = ({ situations, moreSituations }: SituationCase) =>
  [
    ...(situations.length > 0 ? situations : ['always']),
    ...(moreSituations > 0 ? [`${moreSituations} more`] : []),
  ].join(' or ')

/** Which invariants are broken that hold now, each with why, and which may be. */
const invariantLines = (impact: ChangeReview['invariants']): string[] => [
  ...(impact?.breaks ?? []).flatMap(({ name, text }) => [`breaks the invariant: ${name}`, `  ${text}`]),
  ...(impact?.notDecided ?? []).map((name) => `may break the invariant, not decided in time: ${name}`),
]

/** Whom one step of a plan affects, and where; nothing for one that does not decide. */
export function stepImpactLines({ effect, effectProblem }: Pick<PlanStepView, 'effect' | 'effectProblem'>): string[] {
  if (effectProblem !== null) return [`impact not known: ${effectProblem}`]
  if (!effect) return []
  const found = effect.effects.map((one) => `impact: ${impactWords(one)}: ${placesText(one)}`)
  const notes = effect.notes.map((note) => `impact: ${note}`)
  return found.length + notes.length > 0 ? [...found, ...notes] : ['impact: no one']
}

type About = Pick<SituationCase, 'policyType' | 'subjects' | 'moreSubjects'>

const placeOf = (one: About) =>
  [...namesOfCase(one), ...(one.moreSubjects > 0 ? [`${one.moreSubjects} more`] : [])].join(', ')
