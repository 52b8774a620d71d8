import { text } from 'node:stream/consumers'
import { init } from 'z3-solver'
import type { Constraint } from '#analysis/constraint.ts'
import type { Formula } from '#policy/index.ts'

/**
 * A program that says which rules of a list are dead, as Z3 sees it: a `Question` comes in as JSON, the ids go out as JSON.
 *
 * WHY a program: Z3 computes in threads that share its memory and are ended by force, which a process must not outlive by much: what
 * they held stays locked, and whatever is freed later waits for it.
 */
const { Context } = await init()
const { And, AtMost, Bool, Not, Or, PbEq, Solver } = Context('main')

type Z3Bool = ReturnType<typeof Bool.val>

interface Question {
  constraints: readonly Constraint[]
  rules: readonly { id: string; matches: Formula }[]
}

function toZ3(formula: Formula): Z3Bool {
  if (typeof formula === 'boolean') return Bool.val(formula)
  switch (formula.op) {
    case 'fact':
      return Bool.const(formula.key)
    case 'not':
      return Not(toZ3(formula.of))
    case 'and':
      return And(...formula.of.map(toZ3))
    case 'or':
      return Or(...formula.of.map(toZ3))
  }
}

async function deadRules({ constraints, rules }: Question): Promise<string[]> {
  const solver = new Solver()
  for (const constraint of constraints) {
    if (constraint.op === 'require') solver.add(toZ3(constraint.formula))
    else {
      const of = constraint.of.map(toZ3) as [Z3Bool, ...Z3Bool[]]
      solver.add(constraint.op === 'atMostOne' ? AtMost(of, 1) : PbEq(of, of.map(() => 1) as [number, ...number[]], 1))
    }
  }
  const dead: string[] = []
  for (const { id, matches } of rules) {
    const own = toZ3(matches)
    if ((await solver.check(own)) === 'unsat') dead.push(id)
    // What a rule takes is left to none after it.
    solver.add(Not(own))
  }
  return dead
}

const dead = await deadRules(JSON.parse(await text(process.stdin)) as Question)
process.stdout.write(JSON.stringify(dead), () => process.exit(0))
