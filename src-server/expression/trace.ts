import type { Verdict } from '#contract/policy/simulation.ts'
import { compileNode, isConstant, type CompiledExpression, type CompiledNode, type Run } from './compile.ts'
import { reasonOf } from './reasons.ts'
import type { ExpressionContext, Node, TraceNode } from './types.ts'
import { ConversionError, displayValue, UNDEFINED, type Outcome, type Value } from './values.ts'

/** The truth of a value that is used as a condition. */
export function verdictOf(value: Value): Verdict {
  if (value === true) return 'MATCH'
  return value === false ? 'NOT_MATCH' : 'UNDEFINED'
}

/** Evaluates every sub-expression, also those that the whole did not need, and gives the reason of each value. */
export function trace({ expression }: CompiledExpression, context: ExpressionContext): TraceNode {
  const recorder = new Recorder(context)
  const root = compileNode(expression.root, expression.dialect, (node, run) => recorder.watch(node, run))
  const { value } = recorder.outcomeOf(root)
  const reached = new Set(recorder.outcomes.keys())
  return { ...new Tracer(expression.source, recorder, reached).trace(root, false), status: verdictOf(value) }
}

/** Caches the outcome of each sub-expression, so that each is evaluated once at any depth. */
class Recorder {
  readonly outcomes = new Map<Node, Outcome>()
  private readonly context: ExpressionContext

  constructor(context: ExpressionContext) {
    this.context = context
  }

  watch(node: Node, run: Run): Run {
    return (context) => {
      const outcome = this.outcomes.get(node) ?? settle(run, context)
      this.outcomes.set(node, outcome)
      if (outcome.failure === null) return outcome.value
      throw new ConversionError(outcome.failure)
    }
  }

  outcomeOf({ node, run }: CompiledNode): Outcome {
    return this.outcomes.get(node) ?? settle(run, this.context)
  }
}

function settle(run: Run, context: ExpressionContext): Outcome {
  try {
    return { value: run(context), failure: null }
  } catch (error) {
    if (error instanceof ConversionError) return { value: UNDEFINED, failure: error.message }
    throw error
  }
}

const NOT_NEEDED = 'not needed: what stands before it decides'

class Tracer {
  private readonly source: string
  private readonly recorder: Recorder
  private readonly reached: ReadonlySet<Node>

  constructor(source: string, recorder: Recorder, reached: ReadonlySet<Node>) {
    this.source = source
    this.recorder = recorder
    this.reached = reached
  }

  trace(compiled: CompiledNode, skipped: boolean): TraceNode {
    const { node, children } = compiled
    const { start, end } = node
    const outcome = this.recorder.outcomeOf(compiled)
    const traced = children.map((child) => this.trace(child, skipped || this.passesOver(node, child.node)))
    const parts = children.map((child, index) => ({ outcome: this.recorder.outcomeOf(child), traced: traced[index] }))
    const needed = parts.filter(({ traced: part }) => skipped || !part?.skipped)
    const isTruth = typeof outcome.value === 'boolean' || outcome.value === UNDEFINED
    return {
      kind: node.kind,
      source: this.source.slice(start, end),
      start,
      end,
      value: displayValue(outcome.value),
      status: isTruth ? verdictOf(outcome.value) : null,
      reason: skipped ? NOT_NEEDED : reasonOf(node, this.source.slice(start, end), outcome, needed),
      skipped,
      children: traced,
    }
  }

  /** Constants are evaluated when compiled, so that not having been reached says nothing about them elsewhere. */
  private passesOver(parent: Node, child: Node): boolean {
    if (this.reached.has(child)) return false
    return parent.kind === 'logical' || parent.kind === 'ternary' || !isConstant(child)
  }
}
