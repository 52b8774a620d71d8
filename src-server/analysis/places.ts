import { and, freeFact, not, or, type Fact, type Formula } from '#policy/index.ts'
import { requiring, type Constraint } from './constraint.ts'
import type { RuleList } from './rule-lists.ts'

/** False only where no rule before this place of a list matches. @param list names the list in its solver */
export const takenBefore = (list: number | string, index: number): Fact => freeFact(`taken before ${list}/${index}`)

/** That a sign-in which a rule matches is taken for all rules after it, and for the end of the list. */
export const placesOf = (list: number | string, { rules }: RuleList): Constraint[] =>
  rules.flatMap(({ matches }, index) => {
    const after = takenBefore(list, index + 1)
    const before = index === 0 ? false : takenBefore(list, index)
    return [requiring(or(not(matches), after)), requiring(or(not(before), after))]
  })

/** The sign-ins that each rule of a list decides, and last those that none does. */
export const decidedBy = (list: number | string, { rules }: RuleList): Formula[] => [
  ...rules.map(({ matches }, index) => (index === 0 ? matches : and(matches, not(takenBefore(list, index))))),
  rules.length === 0 ? true : not(takenBefore(list, rules.length)),
]
