import { FAMILIES, FUNCTIONS, METHODS } from './catalogue.ts'
import { resolveLinked } from './linked.ts'
import { DEFAULT_NAME_OPERATOR, GROUP_KEYS, OPERATOR_KEY } from './criteria.ts'
import { objectNamed, personOf, presenceOf, readerOf, resolvePath } from './objects.ts'
import { invoke, type Operation } from './operations.ts'
import { equal, ordered, plus, same } from './operators.ts'
import { childrenOf, climb, pathParts, receiverOf } from './tree.ts'
import type {
  BinaryNode,
  CallNode,
  Dialect,
  Expression,
  ExpressionContext,
  LogicalNode,
  MapNode,
  MemberNode,
  NameNode,
  Node,
  TypeName,
} from './types.ts'
import { AppProfile, Criterion, isList, typeOf, UNDEFINED, type Value } from './values.ts'

/** Evaluates one sub-expression. May throw ConversionError. */
export type Run = (context: ExpressionContext) => Value

/** A sub-expression made ready; its children are those of `childrenOf`, in the same order. */
export interface CompiledNode {
  node: Node
  run: Run
  children: readonly CompiledNode[]
}

/** An expression made ready to be evaluated often. */
export interface CompiledExpression {
  expression: Expression
  root: CompiledNode
}

/** Turns an expression into closures, so that evaluating it looks nothing up. */
export function compile(expression: Expression): CompiledExpression {
  return { expression, root: compileNode(expression.root, expression.dialect) }
}

/** Compiles a tree; `watch` may wrap what evaluates each of its nodes. */
export function compileNode(node: Node, dialect: Dialect, watch: (node: Node, run: Run) => Run = plain): CompiledNode {
  const children = childrenOf(node).map((child) => compileNode(child, dialect, watch))
  return { node, run: watch(node, runOf(node, children, dialect)), children }
}

function plain(_: Node, run: Run): Run {
  return run
}

function runOf(node: Node, children: readonly CompiledNode[], dialect: Dialect): Run {
  const runs = children.map(({ run }) => run)
  switch (node.kind) {
    case 'literal':
      return constant(node.value)
    case 'list':
      return runList(node.items, runs)
    case 'map':
      return runCriterion(node, runs)
    case 'name':
    case 'member':
      return runPath(node, runs, dialect)
    case 'call':
      return runCall(node, runs)
    case 'not':
      return runNot(runs)
    case 'logical':
      return runLogical(node, runs)
    case 'binary':
      return runBinary(node, runs)
    case 'ternary':
      return runTernary(runs)
  }
}

function constant(value: Value): Run {
  return () => value
}

function at(runs: readonly Run[], index: number): Run {
  return runs[index] ?? constant(UNDEFINED)
}

/** An item that is unknown makes the list unknown. */
function runList(items: readonly Node[], runs: readonly Run[]): Run {
  if (items.every(({ kind }) => kind === 'literal'))
    return constant(items.map((item) => (item.kind === 'literal' ? item.value : UNDEFINED)))
  return (context) => {
    const values = runs.map((run) => run(context))
    return values.includes(UNDEFINED) ? UNDEFINED : values
  }
}

function runPath(node: NameNode | MemberNode, runs: readonly Run[], dialect: Dialect): Run {
  const parts = pathParts(node)
  const object = objectNamed(dialect, node)
  if (object) return presenceOf(dialect, object)
  if (!parts) return runLinked(climb(node).names, at(runs, 0), dialect)
  const resolved = resolvePath(dialect, parts)
  return resolved ? readerOf(resolved) : constant(UNDEFINED)
}

/** Attributes of what a call gives back. */
function runLinked(names: readonly string[], holder: Run, dialect: Dialect): Run {
  const resolved = resolveLinked(dialect, names)
  const read = resolved && readerOf(resolved, 1)
  const [name = ''] = names
  return (context) => {
    const value = holder(context)
    if (value instanceof AppProfile) return names.length === 1 ? value.read(name) : UNDEFINED
    return read === null || value === UNDEFINED || value === null || typeOf(value) !== 'user' ? UNDEFINED : read(value)
  }
}

function runCall(node: CallNode, runs: readonly Run[]): Run {
  const { receiver, name } = node
  if (receiver === null) return runOperation(FUNCTIONS.get(name), runs)
  const isFamily = receiver.kind === 'name' && FAMILIES.has(receiver.name)
  if (isFamily) return runOperation(FUNCTIONS.get(`${receiver.name}.${name}`), runs)
  const byType = METHODS.get(name) ?? new Map<TypeName, Operation>()
  if (!receiverOf(node)) return runOperation(byType.get('user'), [personOf, ...runs])
  const [only] = byType.size === 1 ? byType.values() : []
  if (only) return runOperation(only, runs)
  return (context) => {
    const args = evaluateAll(runs, context)
    const [self = UNDEFINED] = args
    const operation = self === UNDEFINED ? undefined : byType.get(typeOf(self))
    return operation ? invoke(operation, args, context) : UNDEFINED
  }
}

function runOperation(operation: Operation | undefined, runs: readonly Run[]): Run {
  if (!operation) return constant(UNDEFINED)
  return (context) => invoke(operation, evaluateAll(runs, context), context)
}

/** Every argument is evaluated, also after one that is unknown: only `&&`, `||` and `? :` pass parts over. */
function evaluateAll(runs: readonly Run[], context: ExpressionContext): Value[] {
  const values: Value[] = []
  for (const run of runs) values.push(run(context))
  return values
}

/** Criteria that are written out are made once. */
function runCriterion(node: MapNode, runs: readonly Run[]): Run {
  const operator = node.entries.find(({ key }) => key === OPERATOR_KEY)?.value
  const named = operator?.kind === 'literal' ? operator.value : DEFAULT_NAME_OPERATOR
  const make: Run = (context) => {
    const demands: Criterion['demands'][number][] = []
    const values = evaluateAll(runs, context)
    for (const [index, { key }] of node.entries.entries()) {
      const field = GROUP_KEYS.get(key)
      if (!field) continue
      const expected = textsOf(values[index] ?? UNDEFINED)
      if (!expected) return UNDEFINED
      demands.push({ field, values: expected, prefix: field === 'name' && named === 'STARTS_WITH' })
    }
    return new Criterion(demands)
  }
  return node.entries.every(({ value }) => isConstant(value)) ? constant(make({ now: 0 })) : make
}

function textsOf(value: Value): readonly string[] | null {
  if (typeof value === 'string') return [value]
  return isList(value) && value.every((item) => typeof item === 'string') ? value : null
}

/** Whether a node is written out entirely, so that its value is known when it is compiled. */
export function isConstant(node: Node): boolean {
  return node.kind === 'literal' || (node.kind === 'list' && node.items.every(isConstant))
}

function runNot(runs: readonly Run[]): Run {
  const operand = at(runs, 0)
  return (context) => {
    const value = operand(context)
    return typeof value === 'boolean' ? !value : UNDEFINED
  }
}

/** Kleene: one decisive operand decides; otherwise one that is no truth leaves all UNDEFINED. */
function runLogical({ operator }: LogicalNode, runs: readonly Run[]): Run {
  const decisive = operator === '||'
  const [first, second] = runs
  if (runs.length === 2 && first && second) {
    return (context) => {
      const left = first(context)
      if (left === decisive) return decisive
      const right = second(context)
      if (right === decisive) return decisive
      return typeof left === 'boolean' && typeof right === 'boolean' ? !decisive : UNDEFINED
    }
  }
  return (context) => {
    let known = true
    for (const run of runs) {
      const value = run(context)
      if (value === decisive) return decisive
      if (typeof value !== 'boolean') known = false
    }
    return known ? !decisive : UNDEFINED
  }
}

function runBinary({ operator, right: rightNode }: BinaryNode, runs: readonly Run[]): Run {
  const left = at(runs, 0)
  const right = at(runs, 1)
  if (operator === '+') return (context) => plus(left(context), right(context))
  if (operator !== '==' && operator !== '!=') return (context) => ordered(operator, left(context), right(context))
  const expected = operator === '=='
  if (rightNode.kind === 'literal') {
    const { value } = rightNode
    return (context) => {
      const known = left(context)
      return known === UNDEFINED ? UNDEFINED : same(known, value) === expected
    }
  }
  return (context) => {
    const truth = equal(left(context), right(context))
    return truth === UNDEFINED ? UNDEFINED : truth === expected
  }
}

function runTernary(runs: readonly Run[]): Run {
  const [test, then, otherwise] = [at(runs, 0), at(runs, 1), at(runs, 2)]
  return (context) => {
    const truth = test(context)
    if (typeof truth !== 'boolean') return UNDEFINED
    return truth ? then(context) : otherwise(context)
  }
}
