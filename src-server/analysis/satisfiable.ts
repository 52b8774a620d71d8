import Logic, { type Formula as Encoded } from 'logic-solver'
import type { Fact, Formula } from '#policy/index.ts'
import type { Constraint } from './constraint.ts'

/** Facts that make a formula hold; a fact that it does not mention may be either. */
export type Assignment = (fact: Fact) => boolean

/** Finds facts with which a formula holds under the constraints; null where there are none. */
export interface Satisfiable {
  (formula: Formula): Assignment | null
  /** Adds constraints. */
  require(constraints: readonly Constraint[]): void
}

/**
 * Asks a SAT solver (MiniSat) whether formulas can hold. The only place that knows it: what is asked often is told to it once, because a
 * formula is known by its object.
 */
export function solverFor(constraints: readonly Constraint[]): Satisfiable {
  const solver = new Logic.Solver()
  const encode = encoder()
  const require = (more: readonly Constraint[]) =>
    quickly(() => {
      for (const constraint of more)
        solver.require(
          constraint.op === 'require' ? encode(constraint.formula) : Logic[constraint.op](constraint.of.map(encode)),
        )
    })
  require(constraints)
  const solve = (formula: Formula) => {
    const solution = quickly(() => solver.solveAssuming(encode(formula)))
    if (solution === null) return null
    let isTrue: ReadonlySet<Encoded> | null = null
    return (fact: Fact) => (isTrue ??= new Set(solution.getTrueVars())).has(encode(fact))
  }
  return Object.assign(solve, { require })
}

/** Without the library's checks of its own arguments, which take half of its time. */
const quickly = <T>(ask: () => T): T => Logic.disablingAssertions(ask)

function encoder(): (formula: Formula) => Encoded {
  const names = new Map<string, string>()
  const known = new Map<Formula, Encoded>()
  const nameOf = ({ key }: Fact) => {
    const name = names.get(key) ?? `fact ${names.size}`
    names.set(key, name)
    return name
  }
  const encode = (formula: Formula): Encoded => {
    if (typeof formula === 'boolean') return formula ? Logic.TRUE : Logic.FALSE
    if (formula.op === 'fact') return nameOf(formula)
    const before = known.get(formula)
    if (before !== undefined) return before
    const made = formula.op === 'not' ? Logic.not(encode(formula.of)) : Logic[formula.op](formula.of.map(encode))
    known.set(formula, made)
    return made
  }
  return encode
}
