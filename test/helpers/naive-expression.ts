import { FUNCTIONS, METHODS } from '#expression/catalogue.ts'
import { resolveLinked } from '#expression/linked.ts'
import { GROUP_KEYS } from '#expression/criteria.ts'
import { resolvePath } from '#expression/objects.ts'
import { parseIso } from '#expression/families/times.ts'
import type { Operation } from '#expression/operations.ts'
import type { CallNode, Dialect, Expression, ExpressionContext, Node } from '#expression/types.ts'
import { AppProfile, Country, Criterion, Time, typeOf, UNDEFINED, type Value } from '#expression/values.ts'

/**
 * A second, naive evaluator of the language: walks the tree for every evaluation and looks everything up.
 * Only the tables of operations are shared with the real one. Throws what conversions throw.
 */
export function naiveEvaluate({ root, dialect }: Expression, context: ExpressionContext): Value {
  const walk = (node: Node): Value => {
    switch (node.kind) {
      case 'literal':
        return node.value
      case 'name':
        return UNDEFINED
      case 'list': {
        const items = node.items.map(walk)
        return items.some((item) => item === UNDEFINED) ? UNDEFINED : items
      }
      case 'map':
        return criterion(
          node.entries.map(({ key }) => key),
          node.entries.map(({ value }) => walk(value)),
        )
      case 'member':
        return member(node, dialect, context, walk)
      case 'call':
        return call(node, context, walk)
      case 'not': {
        const value = walk(node.operand)
        return value === true ? false : value === false ? true : UNDEFINED
      }
      case 'logical':
        return logical(node.operator, node.operands, walk)
      case 'binary':
        return binary(node.operator, walk(node.left), walk(node.right))
      case 'ternary': {
        const truth = walk(node.test)
        return truth === true ? walk(node.then) : truth === false ? walk(node.otherwise) : UNDEFINED
      }
    }
  }
  return walk(root)
}

type Walk = (node: Node) => Value

/** Kleene's tables as minimum and maximum of false = 0, unknown = 1, true = 2; stops where the language does. */
function logical(operator: '&&' | '||', operands: readonly Node[], walk: Walk): Value {
  const end = operator === '&&' ? 0 : 2
  const ranks: number[] = []
  for (const operand of operands) {
    const value = walk(operand)
    ranks.push(value === true ? 2 : value === false ? 0 : 1)
    if (ranks.at(-1) === end) break
  }
  const rank = operator === '&&' ? Math.min(...ranks) : Math.max(...ranks)
  return rank === 1 ? UNDEFINED : rank === 2
}

function binary(operator: string, left: Value, right: Value): Value {
  if (left === UNDEFINED || right === UNDEFINED) return UNDEFINED
  if (operator === '==') return key(left) === key(right)
  if (operator === '!=') return key(left) !== key(right)
  if (operator === '+') return sum(left, right)
  const [a, b] = [orderKey(left), orderKey(right)]
  if (a === null || b === null || typeof a !== typeof b || left instanceof Time !== right instanceof Time)
    return UNDEFINED
  return { '<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b }[operator] ?? UNDEFINED
}

function sum(left: Value, right: Value): Value {
  if (typeof left === 'number' && typeof right === 'number') return left + right
  const plain = (value: Value) => ['string', 'number', 'boolean'].includes(typeof value)
  const hasText = typeof left === 'string' || typeof right === 'string'
  return hasText && plain(left) && plain(right) ? String(left) + String(right) : UNDEFINED
}

function orderKey(value: Value): string | number | null {
  if (value instanceof Time) return value.epochMs
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

/** Values are the same when their keys are. */
function key(value: Value): string {
  if (value instanceof Time) return `time ${value.epochMs}`
  if (value instanceof Country) return `country ${value.alpha2}`
  if (Array.isArray(value)) return `[${value.map(key).join()}]`
  return `${typeof value} ${JSON.stringify(value)}`
}

function criterion(keys: readonly string[], values: readonly Value[]): Value {
  const operator = keys.includes('operator') ? values[keys.indexOf('operator')] : 'STARTS_WITH'
  const demands: Criterion['demands'][number][] = []
  for (const [index, name] of keys.entries()) {
    const field = GROUP_KEYS.get(name)
    const value = values[index] ?? UNDEFINED
    if (!field) continue
    const texts = [value].flat()
    if (!texts.every((text) => typeof text === 'string')) return UNDEFINED
    demands.push({ field, values: texts, prefix: field === 'name' && operator === 'STARTS_WITH' })
  }
  return new Criterion(demands)
}

function member(node: Node, dialect: Dialect, context: ExpressionContext, walk: Walk): Value {
  const names: string[] = []
  let base = node
  for (; base.kind === 'member'; base = base.object) names.unshift(base.name)
  if (base.kind === 'name') return read(context, resolvePath(dialect, [base.name, ...names]))
  const person = walk(base)
  if (person === UNDEFINED || person === null || typeof person !== 'object') return UNDEFINED
  if (person instanceof AppProfile) return names.length === 1 ? person.read(names[0] ?? '') : UNDEFINED
  return read({ user: person }, resolveLinked(dialect, names))
}

function read(from: object, resolved: ReturnType<typeof resolvePath>): Value {
  if (!resolved) return UNDEFINED
  let holder: unknown = from
  for (const name of resolved.keys.slice(0, -1)) holder = own(holder, name)
  if (typeof holder !== 'object' || holder === null) return UNDEFINED
  const raw = own(holder, resolved.keys.at(-1) ?? '')
  if (raw === undefined) return resolved.entry.known ? null : UNDEFINED
  if (resolved.entry.time && typeof raw === 'string') return parseIso(raw) ?? UNDEFINED
  if (Array.isArray(raw)) return raw as Value
  return typeof raw === 'object' && raw !== null ? UNDEFINED : (raw as Value)
}

function own(holder: unknown, name: string): unknown {
  if (typeof holder !== 'object' || holder === null) return undefined
  return Object.entries(holder).find(([each]) => each === name)?.[1]
}

function call(node: CallNode, context: ExpressionContext, walk: Walk): Value {
  const { receiver, name } = node
  const fullName = receiver?.kind === 'name' ? `${receiver.name}.${name}` : name
  const fn = receiver === null || receiver.kind === 'name' ? FUNCTIONS.get(fullName) : undefined
  if (fn) return apply(fn, node.args.map(walk), context)
  const self = receiver?.kind === 'name' ? (context.user ?? UNDEFINED) : walk(receiver ?? node)
  const args = node.args.map(walk)
  const method = self === UNDEFINED ? undefined : METHODS.get(name)?.get(typeOf(self))
  return method ? apply(method, [self, ...args], context) : UNDEFINED
}

function apply({ all, least, most, run }: Operation, asked: readonly Value[], context: ExpressionContext): Value {
  const args = asked.map((arg, index): Value => {
    if (typeof arg !== 'string' || !all[index]?.csv) return arg
    return /\S/.test(arg) ? arg.split(/\s*,\s*/).map((item) => item.trim()) : []
  })
  const fitting = args.every((arg, index) => {
    const parameter = all[Math.min(index, all.length - 1)]
    if (arg === UNDEFINED || !parameter) return false
    return arg === null ? parameter.nullable === true : parameter.type === 'any' || parameter.type === typeOf(arg)
  })
  if (!fitting || args.length < least || args.length > most) return UNDEFINED
  const fixed = most === Infinity ? all.length - 1 : args.length
  return run(most === Infinity ? [...args.slice(0, fixed), args.slice(fixed)] : args, context)
}
