import { OS_TYPES } from '../contract/conditions.ts'
import { compile, test, type Expression, type ExpressionContext, type Node } from '../expression/index.ts'
import { change, type Change, type Way } from './changes.ts'
import type { EvaluationContext, Words } from './types.ts'
import { NO, YES, and, not, or, truthOf, type Truth } from './verdict.ts'

type BinaryNode = Extract<Node, { kind: 'binary' }>

/** What one leaf, such as a comparison, would have to be, and the change of the request that makes it so. */
interface Demand {
  words: string
  change: Change | null
}
/** Demands that go together. */
type Plan = readonly Demand[]

/** A sub-expression's truth, and the plans that give it another. */
interface Study {
  truth: Truth
  plans: (wanted: boolean) => readonly Plan[]
}

/** Plans kept at each step; an expression may have any number of ways to be met. */
const MAX_PLANS = 8

const unmet = (plan: Plan) => plan.filter((demand) => demand.change === null).length

/** Those first that the request alone can bring about, then those that ask for little. */
function best(plans: readonly Plan[]): Plan[] {
  return [...plans].sort((a, b) => unmet(a) - unmet(b) || a.length - b.length).slice(0, MAX_PLANS)
}

function together(parts: readonly (readonly Plan[])[]): Plan[] {
  return parts.reduce<Plan[]>(
    (made, plans) => best(made.flatMap((plan) => plans.map((more) => [...plan, ...more]))),
    [[]],
  )
}

/** Nothing to do where it is so already. */
const settled = (truth: Truth, plans: Study['plans']): Study => ({
  truth,
  plans: (wanted) => (truth === (wanted ? YES : NO) ? [[]] : plans(wanted)),
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

/** What an expression reads that a request can set, by its text. */
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
const OPERATOR_WORDS = {
  '==': '',
  '!=': 'other than ',
  '<': 'less than ',
  '<=': 'at most ',
  '>': 'more than ',
  '>=': 'at least ',
} as const

class Student {
  private readonly expression: Expression
  private readonly seen: ExpressionContext
  private readonly context: EvaluationContext

  constructor(expression: Expression, seen: ExpressionContext, context: EvaluationContext) {
    this.expression = expression
    this.seen = seen
    this.context = context
  }

  study(node: Node): Study {
    if (node.kind === 'not') {
      const { truth, plans } = this.study(node.operand)
      return settled(not(truth), (wanted) => plans(!wanted))
    }
    if (node.kind === 'logical') return this.logical(node.operator === '&&', node.operands)
    if (node.kind === 'ternary') return this.ternary(node.test, node.then, node.otherwise)
    return settled(this.truthOf(node), (wanted) => [[this.demand(node, wanted)]])
  }

  private logical(isAnd: boolean, operands: readonly Node[]): Study {
    const parts = operands.map((operand) => this.study(operand))
    const truth = parts.map((part) => part.truth).reduce<Truth>(isAnd ? and : or, isAnd ? YES : NO)
    return settled(truth, (wanted) => {
      const plans = parts.map((part) => part.plans(wanted))
      return isAnd === wanted ? together(plans) : best(plans.flat())
    })
  }

  private ternary(...[asked, then, otherwise]: readonly [Node, Node, Node]): Study {
    const [test, yes, no] = [this.study(asked), this.study(then), this.study(otherwise)]
    const truth = test.truth === YES ? yes.truth : test.truth === NO ? no.truth : 1
    return settled(truth, (wanted) =>
      best([...together([test.plans(true), yes.plans(wanted)]), ...together([test.plans(false), no.plans(wanted)])]),
    )
  }

  private truthOf(root: Node): Truth {
    return truthOf(test(compile({ ...this.expression, root }), this.seen))
  }

  private sourceOf({ start, end }: Node): string {
    return this.expression.source.slice(start, end)
  }

  private demand(node: Node, wanted: boolean): Demand {
    if (node.kind === 'binary') return this.comparison(node, wanted)
    const source = this.sourceOf(node)
    return {
      words: `${source} would have to be ${wanted}`,
      change: SETTERS[source]?.(wanted, true) ?? this.behavior(node, wanted),
    }
  }

  private comparison({ operator, left, right }: BinaryNode, wanted: boolean): Demand {
    if (operator === '+') return { words: `${this.sourceOf(left)} would have to be a truth value`, change: null }
    const [read, value] = left.kind === 'literal' ? [right, left] : [left, right]
    const mirrored = left.kind === 'literal' ? MIRRORED[operator] : operator
    const needed = wanted ? mirrored : OPPOSITE[mirrored]
    const source = this.sourceOf(read)
    const equality = needed === '==' || needed === '!='
    return {
      words: `${source} would have to be ${OPERATOR_WORDS[needed]}${this.sourceOf(value)}`,
      change: (equality && value.kind === 'literal' && SETTERS[source]?.(value.value, needed === '==')) || null,
    }
  }

  /** `security.behaviors.contains('…')`, with what is detected already kept. */
  private behavior(node: Node, wanted: boolean): Change | null {
    if (node.kind !== 'call' || node.name !== 'contains' || node.receiver === null) return null
    const [id] = node.args
    if (this.sourceOf(node.receiver) !== 'security.behaviors' || id?.kind !== 'literal') return null
    if (typeof id.value !== 'string') return null
    const others = (this.context.behaviors ?? []).filter((seen) => seen !== id.value)
    const words: Words = [wanted ? 'let ' : 'let no ', { id: id.value }, ' be detected']
    return change('policyContext.behaviors', wanted ? [...others, id.value] : others, ...words)
  }
}

/** How an expression that is not met could be: the likeliest ways first, from what its comparisons lack. */
export function waysToMeet(expression: Expression, seen: ExpressionContext, context: EvaluationContext): Way[] {
  const { plans } = new Student(expression, seen, context).study(expression.root)
  return plans(true)
    .filter((plan) => plan.length > 0)
    .map((plan) => ({
      words: [[...new Set(plan.map((demand) => demand.words))].join(' and ')],
      changes: unmet(plan) ? [] : plan.flatMap((demand) => demand.change ?? []),
    }))
}
