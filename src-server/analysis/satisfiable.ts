import Logic, { type Formula as Encoded } from 'logic-solver'
import type { Fact, Formula } from '#policy/index.ts'
import type { Constraint } from './constraint.ts'
import { NO_LIMIT, type TimeLimit } from './time-limit.ts'

/** Facts that make a formula hold; a fact that it does not mention may be either. */
export type Assignment = (fact: Fact) => boolean

/** Finds facts with which a formula holds under the constraints; null where there are none. @throws TimeUpError */
export interface Satisfiable {
  (formula: Formula): Assignment | null
  /** Adds constraints. */
  require(constraints: readonly Constraint[]): void
}

/**
 * Asks a SAT solver (MiniSat) whether formulas can hold. The only place that knows it: what is asked often is told to it once, because a
 * formula is known by its object. A question that takes too long ends the solver in its midst; the next one begins with another.
 */
export function solverFor(constraints: readonly Constraint[], limit: TimeLimit = NO_LIMIT): Satisfiable {
  const told = [...constraints]
  let ready: Solver | null = null
  const asked = <T>(ask: (solver: Solver) => T): T => {
    const before = ready
    // What is ended in its midst is not used again.
    ready = null
    const { answer, solver } = limit.within(() => {
      const solver = before ?? started(told)
      return { answer: ask(solver), solver }
    })
    ready = solver
    return answer
  }
  return Object.assign((formula: Formula) => asked(({ solve }) => solve(formula)), {
    require(more: readonly Constraint[]) {
      told.push(...more)
      if (ready) asked((solver) => solver.require(more))
    },
  })
}

type Solver = ReturnType<typeof started>

function started(constraints: readonly Constraint[]) {
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
  const solve = (formula: Formula): Assignment | null => {
    const solution = quickly(() => solver.solveAssuming(encode(formula)))
    if (solution === null) return null
    let isTrue: ReadonlySet<Encoded> | null = null
    return (fact) => (isTrue ??= new Set(solution.getTrueVars())).has(encode(fact))
  }
  return { require, solve }
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
