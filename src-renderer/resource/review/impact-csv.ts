import {
  IMPACT_WORDS,
  type ChangeReview,
  type ListedEffect,
  type PersonInCases,
} from '#contract/gatehouse/change-review.ts'
import { SITUATION_WORDS, UNDECIDED, type SituationCase } from '#contract/gatehouse/situation-impact.ts'
import { csvText } from '#ui/lib/csv.ts'
import { caseTitle, decidedBy, situationLines } from './impact-text.ts'

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

const COLUMNS = ['Person', 'Login', 'Effect', 'Where', 'Situations', 'Before', 'After', 'Decided by']

/** What is told of a case, in the order of the columns. */
const caseFields = (one: SituationCase): string[] => [
  ...[caseTitle(one), situationLines(one).join('; '), one.before, one.after],
  decidedBy(one),
]
/** Of people whose cases are not told. */
const NO_CASE = ['', '', '', '', '']

/** The people of a review as a table, a row for each person, effect and case that they are in. */
export function impactCsv(
  people: ReadonlyMap<ListedEffect, readonly PersonInCases[]>,
  situations: ChangeReview['situations'],
): string {
  const casesOf = (effect: ListedEffect) => situations?.effects.find((group) => group.effect === effect)?.cases ?? []
  const rows = [...people].flatMap(([effect, listed]) => {
    const fields = casesOf(effect).map(caseFields)
    return listed.flatMap(({ name, login, cases = [] }) => {
      const told = cases.flatMap((at) => (fields[at] ? [fields[at]] : []))
      return (told.length > 0 ? told : [NO_CASE]).map((one) => [name, login, WORDS[effect].one, ...one])
    })
  })
  return csvText([COLUMNS, ...rows])
}
