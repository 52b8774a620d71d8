/**
 * The expression language of `elCondition`, group rules, user name templates and event-hook filters (spec/4 §1.8,
 * §1.9.5). Pure: `parse` says what is wrong and where; `compile` makes an expression quick; `test`, `evaluate` and
 * `trace` ask it. Nothing here throws for any input.
 */
import { check } from './check.ts'
import type { CompiledExpression } from './compile.ts'
import { parseTree } from './parser.ts'
import { SyntaxProblem } from './problems.ts'
import { verdictOf } from './trace.ts'
import type { Verdict } from '../contract/simulation.ts'
import type { Dialect, ExpressionContext, ParseOptions, ParseResult } from './types.ts'
import { ConversionError, UNDEFINED, type Value } from './values.ts'

export { compile, type CompiledExpression } from './compile.ts'
export { trace } from './trace.ts'
export { print } from './print.ts'
export { referencedGroupIds, referencedPaths } from './references.ts'
export { EXPRESSION_CATALOGUE, type CatalogueEntry } from './catalogue.ts'
export { tokenizeLeniently, type Token } from './lexer.ts'
export { displayValue, UNDEFINED, type Value } from './values.ts'
export { DIALECTS } from './types.ts'
export type {
  Dialect,
  Expression,
  ExpressionContext,
  GroupRecord,
  Node,
  ParseOptions,
  ParseResult,
  Problem,
  StaticType,
  TraceNode,
  UserRecord,
} from './types.ts'

/** Reads and type-checks an expression: the first problem of syntax, or all problems of names and types. */
export function parse(source: string, dialect: Dialect = 'condition', options: ParseOptions = {}): ParseResult {
  try {
    const root = parseTree(source)
    const { type, problems } = check(source, root, dialect, options)
    if (problems.length) return { ok: false, problems }
    return { ok: true, expression: { source, dialect, root, type } }
  } catch (error) {
    if (error instanceof SyntaxProblem) return { ok: false, problems: [error.problem] }
    throw error
  }
}

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
