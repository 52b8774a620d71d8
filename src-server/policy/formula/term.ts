import { and, freeFact, has, is, known, not, or, type Formula } from './formula.ts'

/**
 * What a condition comes to, as two formulas: when it is met and when it is not. Neither holds where it is UNDEFINED; both never do.
 */
export interface Term {
  readonly yes: Formula
  readonly no: Formula
}

/** Met by every sign-in. */
export const ALWAYS: Term = { yes: true, no: false }
/** Met by none. */
export const NEVER: Term = { yes: false, no: true }
/** Not decided for any sign-in. */
export const UNDECIDED: Term = { yes: false, no: false }

/** Kleene's *not*. */
export const negated = ({ yes, no }: Term): Term => ({ yes: no, no: yes })

/** Kleene's *and* of any number. */
export const allOfTerms = (terms: readonly Term[]): Term => ({
  yes: and(...terms.map(({ yes }) => yes)),
  no: or(...terms.map(({ no }) => no)),
})

/** Kleene's *or* of any number. */
export const anyOfTerms = (terms: readonly Term[]): Term => negated(allOfTerms(terms.map(negated)))

/** A formula that is decided where the subject is known. */
const whereKnown = (subject: string, formula: Formula): Term => ({
  yes: and(known(subject), formula),
  no: and(known(subject), not(formula)),
})

/** That the subject's value is one of some. */
export const isOneOf = (subject: string, values: readonly unknown[]): Term =>
  whereKnown(subject, or(...values.map((value) => is(subject, value))))

/** That the subject's set holds one of some items. */
export const hasOneOf = (subject: string, items: readonly string[]): Term =>
  whereKnown(subject, or(...items.map((item) => has(subject, item))))

/** A term by facts of something that may be unknown as a whole. */
export const decidedWith = whereKnown

/** What cannot be enumerated, and need not be decided at all. */
export const free = (text: string): Term => ({
  yes: and(known(`free: ${text}`), freeFact(text)),
  no: and(known(`free: ${text}`), not(freeFact(text))),
})

/** Stands for every value that no condition names. */
export const OTHER = '\u0000other'

/**
 * That a test of a value is met, for a subject with few values: the test itself says for which, so that the formula cannot differ from it.
 * @param values all that any condition tells apart; {@link OTHER} is tried for the rest
 */
export function byValues(subject: string, values: readonly string[], test: (value: string) => boolean): Term {
  const named = values.filter((value) => test(value) !== test(OTHER))
  const term = isOneOf(subject, named)
  return test(OTHER) ? negated(term) : term
}
