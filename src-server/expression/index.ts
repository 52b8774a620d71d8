/**
 * The expression language of `elCondition`, group rules, user name templates and event-hook filters (spec/4 §1.8,
 * §1.9.5). Pure: `parse` reports problems with their places; `compile` makes evaluation fast; `test`, `evaluate` and
 * `trace` ask it. Nothing here throws for any input. A closed door: code outside this folder imports from here only.
 */
import type { CompiledExpression } from './compile.ts'
import { verdictOf } from './trace.ts'
import type { Verdict } from '#contract/policy/simulation.ts'
import type { ExpressionContext } from './types.ts'
import { ConversionError, UNDEFINED, type Value } from './values.ts'

export { parse } from './parse.ts'
export { compile } from './compile.ts'
export { trace } from './trace.ts'
export { compilePattern, patternError } from './families/name-patterns.ts'
export {
  asksMembership,
  asksPerson,
  personReads,
  referencedGroupIds,
  referencedGroupNames,
  referencedPaths,
  typeOfPath,
  type PersonReads,
} from './references.ts'
export { EXPRESSION_CATALOGUE, type CatalogueEntry } from './catalogue.ts'
export { complete, type Completion, type Completions } from './complete.ts'
export { KNOWN_VALUES, type Lookup } from './known-names.ts'
export { tokenizeLeniently, type Token } from './lexer.ts'
export type {
  Dialect,
  Expression,
  ExpressionContext,
  Node,
  ParseOptions,
  ParseResult,
  Problem,
  TraceNode,
  UserRecord,
} from './types.ts'

/** The value, UNDEFINED when the context does not hold what it takes or a conversion cannot be done. */
export function evaluate({ root }: CompiledExpression, context: ExpressionContext): Value {
  try {
    return root.run(context)
  } catch (error) {
    if (error instanceof ConversionError) return UNDEFINED
    throw error
  }
}

/** The truth of the whole as a condition; anything but true and false is UNDEFINED. */
export function test(compiled: CompiledExpression, context: ExpressionContext): Verdict {
  return verdictOf(evaluate(compiled, context))
}
