import { policyType } from '../policy/policy-types.ts'
import { SITUATION_WORDS, type SituationEffect } from './situation-impact.ts'
import { IMPACT_WORDS, type ChangeReview } from './change-review.ts'

type Effect = ChangeReview['effects'][number]

/** "2 people lose access". */
export const impactWords = ({ effect, people }: Pick<Effect, 'effect' | 'people'>): string =>
  people === 1 ? `1 person ${IMPACT_WORDS[effect].one}` : `${people} people ${IMPACT_WORDS[effect].many}`

/** The same of an effect in situations. */
export const situationWords = ({ effect, people }: { effect: SituationEffect; people: number }): string =>
  people === 1 ? `1 person ${SITUATION_WORDS[effect].one}` : `${people} people ${SITUATION_WORDS[effect].many}`

type Case = Pick<Effect['cases'][number], 'policyType' | 'subjects' | 'moreSubjects'>
/** An effect as far as it is told where it applies. */
type PlacedEffect = Pick<Effect, 'moreCases'> & { cases: readonly Case[] }

/** The names of what a case is about: applications or authorization servers, or what the policies of its type decide. */
export const namesOfCase = ({ policyType: type, subjects }: Pick<Case, 'policyType' | 'subjects'>): string[] =>
  subjects.length > 0 ? subjects.map(({ name }) => name) : [policyType(type).label]

const NAMED = 3

/** What an effect is about, of all its cases; some names, and whether there are more. */
export function placesOfEffect({ cases, moreCases }: PlacedEffect): { names: string[]; hasMore: boolean } {
  const names = [...new Set(cases.flatMap(namesOfCase))]
  const hasMore = names.length > NAMED || moreCases > 0 || cases.some(({ moreSubjects }) => moreSubjects > 0)
  return { names: names.slice(0, NAMED), hasMore }
}

/** "Payroll, Wiki and more". */
export function placesText(effect: PlacedEffect): string {
  const { names, hasMore } = placesOfEffect(effect)
  return `${names.join(', ')}${hasMore ? ' and more' : ''}`
}
