import type { Verdict } from '#contract/policy/simulation.ts'
import type { CompiledExpression } from './compile.ts'
import { verdictOf } from './trace.ts'
import type { ExpressionContext } from './types.ts'
import { ConversionError, UNDEFINED, type Value } from './values.ts'

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
