import { OS_TYPES } from '#contract/policy/conditions.ts'
import { compile, test, type Expression, type ExpressionContext, type Node } from '#expression/index.ts'
import type { Behaviors } from '../behaviors.ts'
import { change, type Change, type Fix } from './changes.ts'
import type { EvaluationContext, TextParts } from '../types.ts'
import { NO, UNKNOWN, YES, and, not, or, truthOf, type Truth } from '../verdict.ts'

type BinaryNode = Extract<Node, { kind: 'binary' }>
type TernaryNode = Extract<Node, { kind: 'ternary' }>

/** The result that one leaf, such as a comparison, must have, and the change of the request that brings it about. */
interface Demand {
  text: string
  change: Change | null
}
/** Demands that go together. */
type Plan = readonly Demand[]

/** A sub-expression's truth, and the plans that change it. */
interface Analysis {
  truth: Truth
  plans: (expected: boolean) => readonly Plan[]
}

/** Plans that are considered further at each step; an expression may have any number of them. */
const MAX_PLANS = 8

const unmet = (plan: Plan) => plan.filter((demand) => demand.change === null).length

/** First the plans that a request alone can carry out, then the shortest. */
function best(plans: readonly Plan[]): Plan[] {
  return [...plans].sort((a, b) => unmet(a) - unmet(b) || a.length - b.length).slice(0, MAX_PLANS)
}

function together(parts: readonly (readonly Plan[])[]): Plan[] {
  return parts.reduce<Plan[]>(
    (made, plans) => best(made.flatMap((plan) => plans.map((more) => [...plan, ...more]))),
    [[]],
  )
}

/** An expression that already has the expected value needs one plan: nothing. */
const analysis = (truth: Truth, plans: Analysis['plans']): Analysis => ({
  truth,
  plans: (expected) => (truth === (expected ? YES : NO) ? [[]] : plans(expected)),
})

const LEVELS = ['LOW', 'MEDIUM', 'HIGH'] as const
const SYSTEMS = OS_TYPES.filter((name) => name !== 'ANY')

/** A value of a closed list that is, or is not, the given one. */
function pick<T>(choices: readonly T[], value: unknown, same: boolean): T | undefined {
  return choices.find((choice) => (choice === value) === same)
}

type Setter = (value: unknown, same: boolean) => Change | null

function flag(name: 'managed' | 'registered'): Setter {
  return (value, same) => {
    const chosen = pick([true, false], value, same)
    if (chosen === undefined) return null
    return change(`policyContext.device.${name}`, chosen, `use a device that is ${chosen ? '' : 'not '}${name}`)
  }
}

/** The fields of a request that an expression reads, by their text in it. */
const SETTERS: Readonly<Record<string, Setter>> = {
  'security.risk.level': (value, same) => {
    const level = pick(LEVELS, value, same)
    return level ? change('policyContext.risk', { level }, `set the risk to ${level.toLowerCase()}`) : null
  },
  'device.profile.managed': flag('managed'),
  'device.profile.registered': flag('registered'),
  'device.profile.platform': (value, same) => {
    const platform = pick(SYSTEMS, value, same)
    return platform ? change('policyContext.device.platform', platform, `use a device of platform ${platform}`) : null
  },
  'login.identifier': (value, same) =>
    same && typeof value === 'string' && value
      ? change('policyContext.identifier', value, `type ${value} to sign in`)
      : null,
}

const OPPOSITE = { '==': '!=', '!=': '==', '<': '>=', '>=': '<', '>': '<=', '<=': '>' } as const
const MIRRORED = { '==': '==', '!=': '!=', '<': '>', '>': '<', '<=': '>=', '>=': '<=' } as const
const OPERATOR_TEXT = {
  '==': '',
  '!=': 'other than ',
  '<': 'less than ',
  '<=': 'at most ',
  '>': 'more than ',
  '>=': 'at least ',
} as const

/** The sign-in whose request would change. */
interface Asked {
  context: EvaluationContext
  behaviors: Behaviors
}

class ExpressionSolver {
  private readonly expression: Expression
  private readonly seen: ExpressionContext
  private readonly context: EvaluationContext
  private readonly behaviors: Behaviors

  constructor(expression: Expression, seen: ExpressionContext, { context, behaviors }: Asked) {
    this.expression = expression
    this.seen = seen
    this.context = context
    this.behaviors = behaviors
  }

  solve(node: Node): Analysis {
    if (node.kind === 'not') {
      const { truth, plans } = this.solve(node.operand)
      return analysis(not(truth), (expected) => plans(!expected))
    }
    if (node.kind === 'logical') return this.logical(node.operator === '&&', node.operands)
    if (node.kind === 'ternary') return this.ternary(node)
    return analysis(this.truthOf(node), (expected) => [[this.demand(node, expected)]])
  }

  private logical(isAnd: boolean, operands: readonly Node[]): Analysis {
    const parts = operands.map((operand) => this.solve(operand))
    const truth = parts.map((part) => part.truth).reduce<Truth>(isAnd ? and : or, isAnd ? YES : NO)
    return analysis(truth, (expected) => {
      const plans = parts.map((part) => part.plans(expected))
      return isAnd === expected ? together(plans) : best(plans.flat())
    })
  }

  private ternary(node: TernaryNode): Analysis {
    const [test, yes, no] = [this.solve(node.test), this.solve(node.then), this.solve(node.otherwise)]
    const truth = test.truth === YES ? yes.truth : test.truth === NO ? no.truth : UNKNOWN
    return analysis(truth, (expected) =>
      best([
        ...together([test.plans(true), yes.plans(expected)]),
        ...together([test.plans(false), no.plans(expected)]),
      ]),
    )
  }

  private truthOf(root: Node): Truth {
    return truthOf(test(compile({ ...this.expression, root }), this.seen))
  }

  private sourceOf({ start, end }: Node): string {
    return this.expression.source.slice(start, end)
  }

  private demand(node: Node, expected: boolean): Demand {
    if (node.kind === 'binary') return this.comparison(node, expected)
    const source = this.sourceOf(node)
    return {
      text: `${source} would have to be ${expected}`,
      change: SETTERS[source]?.(expected, true) ?? this.behavior(node, expected),
    }
  }

  private comparison({ operator, left, right }: BinaryNode, expected: boolean): Demand {
    if (operator === '+') return { text: `${this.sourceOf(left)} would have to be a truth value`, change: null }
    const [read, value] = left.kind === 'literal' ? [right, left] : [left, right]
    const mirrored = left.kind === 'literal' ? MIRRORED[operator] : operator
    const needed = expected ? mirrored : OPPOSITE[mirrored]
    const source = this.sourceOf(read)
    const equality = needed === '==' || needed === '!='
    return {
      text: `${source} would have to be ${OPERATOR_TEXT[needed]}${this.sourceOf(value)}`,
      change: (equality && value.kind === 'literal' && SETTERS[source]?.(value.value, needed === '==')) || null,
    }
  }

  /** `security.behaviors.contains('…')`, beside the behaviors that are detected already. */
  private behavior(node: Node, expected: boolean): Change | null {
    if (node.kind !== 'call' || node.name !== 'contains' || node.receiver === null) return null
    const [named] = node.args
    if (this.sourceOf(node.receiver) !== 'security.behaviors' || named?.kind !== 'literal') return null
    if (typeof named.value !== 'string') return null
    const ids = this.behaviors.idsOf(named.value)
    const [id] = ids
    if (id === undefined) return null
    const others = (this.context.behaviors ?? []).filter((seen) => !ids.includes(seen))
    const text: TextParts = [expected ? 'let ' : 'let no ', { id }, ' be detected']
    return change('policyContext.behaviors', expected ? [...others, id] : others, ...text)
  }
}

/** Fixes for an expression that is not met, the likeliest first; each says what a comparison lacks. */
export function fixesFor(expression: Expression, seen: ExpressionContext, asked: Asked): Fix[] {
  const { plans } = new ExpressionSolver(expression, seen, asked).solve(expression.root)
  return plans(true)
    .filter((plan) => plan.length > 0)
    .map((plan) => ({
      text: [[...new Set(plan.map((demand) => demand.text))].join(' and ')],
      changes: unmet(plan) ? [] : plan.flatMap((demand) => demand.change ?? []),
    }))
}
