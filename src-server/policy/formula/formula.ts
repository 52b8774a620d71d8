/**
 * Formulas over facts of a sign-in: what conditions come to for every sign-in at once, where the evaluator asks about one. Plain data, so
 * that any solver, a brute-force search or a set of bits can read them.
 */
export type Formula = boolean | Fact | Negation | Junction

/** A statement about a sign-in that is true or false; facts with the same key are the same fact. */
export interface Fact {
  readonly op: 'fact'
  readonly key: string
  readonly about: FactDetail
}

interface Negation {
  readonly op: 'not'
  readonly of: Fact | Junction
}

interface Junction {
  readonly op: 'and' | 'or'
  readonly of: readonly Exclude<Formula, boolean>[]
}

/** How a pattern of a sign-in name compares. */
export interface TextPattern {
  readonly matchType: string
  readonly value: string
}

/** What a fact says. */
export type FactDetail =
  /** That the value is known at all, as it is of any real sign-in; a simulation may leave it out. */
  | { readonly kind: 'known'; readonly subject: string }
  /** That the one value of a subject is this one; the value as JSON. */
  | { readonly kind: 'is'; readonly subject: string; readonly value: string }
  /** That a set, such as the person's groups, holds an item. */
  | { readonly kind: 'has'; readonly subject: string; readonly item: string }
  /** That a text matches a pattern of a sign-in name. */
  | { readonly kind: 'matches'; readonly subject: string; readonly pattern: TextPattern }
  /** What cannot be enumerated: true or false as it likes, the same wherever the text is the same. */
  | { readonly kind: 'free'; readonly text: string }

function fact(about: FactDetail): Fact {
  return { op: 'fact', key: JSON.stringify(Object.values(about)), about }
}

/** That the subject's value is known. */
export const known = (subject: string): Fact => fact({ kind: 'known', subject })
/** That the subject's value is this one. */
export const is = (subject: string, value: unknown): Fact => fact({ kind: 'is', subject, value: JSON.stringify(value) })
/** That the subject holds the item. */
export const has = (subject: string, item: string): Fact => fact({ kind: 'has', subject, item })
/** That the subject's text matches. */
export const matches = (subject: string, { matchType, value }: TextPattern): Fact =>
  fact({ kind: 'matches', subject, pattern: { matchType, value } })
/** What cannot be enumerated. */
export const freeFact = (text: string): Fact => fact({ kind: 'free', text })

/** The opposite. */
export function not(formula: Formula): Formula {
  if (typeof formula === 'boolean') return !formula
  return formula.op === 'not' ? formula.of : { op: 'not', of: formula }
}

function junction(op: 'and' | 'or', of: readonly Formula[]): Formula {
  const decisive = op === 'or'
  const open: Exclude<Formula, boolean>[] = []
  for (const formula of of) {
    if (formula === decisive) return decisive
    if (typeof formula !== 'boolean') open.push(formula)
  }
  const [only] = open
  if (only === undefined) return !decisive
  return open.length === 1 ? only : { op, of: open }
}

/** That all hold; true where there are none. */
export const and = (...of: readonly Formula[]): Formula => junction('and', of)
/** That one holds at least; false where there are none. */
export const or = (...of: readonly Formula[]): Formula => junction('or', of)

/** Every fact of some formulas once, by its key. */
export function factsIn(formulas: Iterable<Formula>): Map<string, Fact> {
  const found = new Map<string, Fact>()
  const seen = new Set<Formula>()
  const open = [...formulas]
  for (let formula = open.pop(); formula !== undefined; formula = open.pop()) {
    if (typeof formula === 'boolean' || seen.has(formula)) continue
    seen.add(formula)
    if (formula.op === 'fact') found.set(formula.key, formula)
    else if (formula.op === 'not') open.push(formula.of)
    else for (const part of formula.of) open.push(part)
  }
  return found
}

/** The value of a formula where each fact is true or false. */
export function holdsIn(formula: Formula, isTrue: (fact: Fact) => boolean): boolean {
  if (typeof formula === 'boolean') return formula
  switch (formula.op) {
    case 'fact':
      return isTrue(formula)
    case 'not':
      return !holdsIn(formula.of, isTrue)
    case 'and':
      return formula.of.every((part) => holdsIn(part, isTrue))
    case 'or':
      return formula.of.some((part) => holdsIn(part, isTrue))
  }
}
