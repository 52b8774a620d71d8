import type { Behaviors } from '../behaviors.ts'
import type { Fix } from '../counterfactual/changes.ts'
import type { Facts } from '../prepared-context.ts'
import type { Term } from '../formula/term.ts'
import type { ConditionTrace, TextParts } from '../types.ts'
import { NO, UNKNOWN, YES, and, verdictOf, type Truth } from '../verdict.ts'
import type { CompiledZone } from '../networks/zones.ts'

/** What the compilation of a condition may look things up in. */
export interface Environment {
  everyoneGroupId: string
  zones: ReadonlyMap<string, CompiledZone>
  /** Absent: not known. */
  behaviors?: Behaviors
  /** Conditions by their text, so that equal ones of many rules are one. */
  shared?: Map<string, CompiledCondition>
}

/** Ways to have a path or a condition met, the best first; a change names only ids that `exists` knows. */
type FixFinder = (facts: Facts, exists: (id: string) => boolean) => readonly Fix[]

/** One path that a condition sets, such as `network.include`, with its own verdict and evidence. */
export interface PathTest {
  path: string
  test: (facts: Facts) => Truth
  expected: () => TextParts
  actual: (facts: Facts) => TextParts
  /** The context field that decides the path when it is UNKNOWN; null where none does. */
  missing: (facts: Facts) => string | null
  parts?: (facts: Facts) => readonly ConditionTrace[]
  fixes?: FixFinder
}

/** A condition ready to be asked. */
export interface CompiledCondition {
  /** The joint verdict of all paths. */
  test: (facts: Facts) => Truth
  paths: readonly PathTest[]
  /** Its number among those that equal conditions share; absent for one of its own. */
  serial?: number
  /** For paths that depend on one another, in place of fixes for each. */
  fixes?: FixFinder
}

/** What the formula of a condition may look things up in. */
export interface TermEnvironment {
  everyoneGroupId: string
  /** The active ones. */
  zones: ReadonlyMap<string, CompiledZone>
  behaviors: Behaviors
  /** All scopes that any condition names: a request for others is told apart from those alone. */
  scopes: readonly string[]
}

/** A kind of condition: one entry of the table in `index.ts`. */
export interface ConditionKind<Condition> {
  compile: (condition: Condition, environment: Environment) => CompiledCondition
  /** When it is met and when it is not, over all sign-ins; what `compile` answers of each of them. */
  term: (condition: Condition, environment: TermEnvironment) => Term
  /** Phrases that read well after "if", such as "in Contractors"; none where the condition asks for nothing. */
  phrases: (condition: Condition) => readonly TextParts[]
}

/** Joins conditions that must all be met; stops at the first that is not. */
export function conjunction(conditions: readonly CompiledCondition[]): (facts: Facts) => Truth {
  const tests = conditions.map((condition) => condition.test)
  const [first, second, third] = tests
  if (!first) return () => YES
  if (!second) return first
  if (!third)
    return (facts) => {
      const one = first(facts)
      if (one === NO) return NO
      const two = second(facts)
      return two < one ? two : one
    }
  return (facts) => {
    let joint: Truth = YES
    for (const test of tests) {
      const verdict = test(facts)
      if (verdict === NO) return NO
      if (verdict < joint) joint = verdict
    }
    return joint
  }
}

/** Asks for nothing. */
export const NOTHING: CompiledCondition = { paths: [], test: () => YES }

/** Joins paths that must all be met. */
export function allOf(paths: readonly PathTest[]): CompiledCondition {
  const [first, second] = paths
  if (!first) return NOTHING
  if (!second) return { paths, test: first.test }
  if (paths.length === 2) return { paths, test: (facts) => and(first.test(facts), second.test(facts)) }
  const tests = paths.map((path) => path.test)
  return {
    paths,
    test: (facts) => {
      let joint: Truth = YES
      for (const test of tests) joint = and(joint, test(facts))
      return joint
    },
  }
}

/** The evidence of every path that the conditions set. */
export function traceOf(conditions: readonly CompiledCondition[], facts: Facts): ConditionTrace[] {
  return conditions.flatMap((condition) =>
    condition.paths.map((path) => {
      const status = path.test(facts)
      return {
        path: path.path,
        status: verdictOf(status),
        expected: path.expected(),
        actual: path.actual(facts),
        missing: status === UNKNOWN ? path.missing(facts) : null,
        parts: path.parts?.(facts) ?? [],
      }
    }),
  )
}

const SHOWN = 4

/** Ids as text: "A, B or C", long lists cut with a count. */
export function idList(ids: readonly string[], last: 'or' | 'and'): TextParts {
  return textList(
    ids.map((id) => ({ id })),
    last,
  )
}

/** The same for any text; three dots for a list that a draft has not filled yet. */
export function textList(text: TextParts, last: 'or' | 'and'): TextParts {
  if (text.length === 0) return ['…']
  const items = text.length > SHOWN + 1 ? text.slice(0, SHOWN) : text
  const rest = text.length - items.length
  return join(rest > 0 ? [...items, `${rest} more`] : items, last)
}

/** Joins items with commas and a last conjunction. */
function join(items: TextParts, last: 'or' | 'and'): TextParts {
  return items.flatMap((item, index) =>
    index === 0 ? [item] : [index === items.length - 1 ? ` ${last} ` : ', ', item],
  )
}
