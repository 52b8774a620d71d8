import {
  and,
  factsIn,
  isAboutPersonAlone,
  openKeys,
  termsOf,
  type Fact,
  type Formula,
  type OpenStep,
  type Step,
  type TermEnvironment,
} from '#policy/index.ts'
import type { Bits, Resolve, Situations } from './situations.ts'

/** In which situations a step that is open for someone applies. */
export interface Taken {
  surely: Bits
  /** Where it cannot be told, too. */
  possibly: Bits
  /** Equal for people for whom it is the same. */
  name: string
  /** What it depends on where it cannot be told. */
  on: readonly Fact[]
}

/** The conditions of a step that are open. */
interface Conditions {
  formula: Formula
  /** Facts that the situation does not tell: of the person, or of what cannot be enumerated. */
  others: readonly Fact[]
  byName: Map<string, Taken>
}

/** Works out in which situations steps apply; alike for all whom they leave open alike. */
export function stepSituations(
  situations: Situations,
  environmentOf: (step: Step) => TermEnvironment,
): (open: OpenStep, resolve: Resolve) => Taken {
  const known = new WeakMap<OpenStep, Conditions>()

  function conditionsOf(open: OpenStep): Conditions {
    const found = known.get(open)
    if (found) return found
    const formula = formulaOf(open, environmentOf(open.step))
    const others = [...factsIn([formula]).values()].filter((fact) => situations.columnOf(fact) === null)
    const made = { formula, others, byName: new Map<string, Taken>() }
    known.set(open, made)
    return made
  }

  return (open, resolve) => {
    const { formula, others, byName } = conditionsOf(open)
    if (others.length === 0 && byName.size > 0) return byName.get('') as Taken
    const told = new Map(others.map((fact) => [fact.key, resolve(fact)]))
    const name = [...told.values()].map((value) => (value === null ? '?' : value ? '1' : '0')).join('')
    const found = byName.get(name)
    if (found) return found
    for (const key of needlessFailures(others, told)) told.set(key, false)
    const isTold: Resolve = ({ key }) => told.get(key) ?? null
    const made = {
      surely: situations.surely(formula, true, isTold),
      possibly: situations.all & ~situations.surely(formula, false, isTold),
      name,
      on: others.filter(({ key }) => told.get(key) === null),
    }
    byName.set(name, made)
    return made
  }
}

/** A condition about the person alone that is open, although the person is known, is never met. */
function formulaOf(open: OpenStep, environment: TermEnvironment): Formula {
  const { ofPolicy, ofRule } = openKeys(open)
  const met = ({ record: { conditions } }: Step['policy'] | Step['rule'], keys: readonly string[]) =>
    termsOf(conditions, environment).flatMap(({ key, term }) =>
      keys.includes(key) ? [isAboutPersonAlone(key, conditions) ? false : term.yes] : [],
    )
  const { policy, rule } = open.step
  return and(...met(policy, ofPolicy), ...met(rule, ofRule))
}

/** Failures of expressions whose parts are all told of the person, and so did not fail. */
function needlessFailures(others: readonly Fact[], told: ReadonlyMap<string, boolean | null>): string[] {
  const texts = others.flatMap(({ key, about }) => (about.kind === 'free' ? [{ key, text: about.text }] : []))
  const parts = texts.filter(({ text }) => text.startsWith('expression '))
  if (parts.some(({ key }) => told.get(key) === null)) return []
  return texts.flatMap(({ key, text }) => (text.startsWith('fails: ') ? [key] : []))
}
