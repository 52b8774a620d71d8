import { didYouMean, problemAt, quoted } from '#language/source-text.ts'
import { BOUNDS } from './bounds.ts'
import { FAMILIES, FUNCTIONS, METHODS } from './catalogue.ts'
import { GROUP_KEYS, NAME_OPERATORS, OPERATOR_KEY } from './criteria.ts'
import { resolveLinked } from './linked.ts'
import { objectNamed, resolvePath } from './objects.ts'
import { signatureOf, type Operation, type Parameter } from './operations.ts'
import { climb, pathParts } from './tree.ts'
import type {
  BinaryNode,
  CallNode,
  Dialect,
  ListNode,
  MapNode,
  Node,
  ParseOptions,
  Problem,
  Span,
  StaticType,
  TernaryNode,
} from './types.ts'
import { countWord, describeType, explainFunction, explainMethod, explainPath } from './unknown-names.ts'
import { typeOf } from './values.ts'

const ORDERED: ReadonlySet<StaticType> = new Set<StaticType>(['number', 'text', 'time', 'any'])
const JOINED: ReadonlySet<StaticType> = new Set<StaticType>(['number', 'text', 'boolean', 'any'])

/** Finds what cannot work whatever the context holds, what is written in an old form, and the type of the whole. */
export function check(
  source: string,
  root: Node,
  dialect: Dialect,
  options: ParseOptions,
): { type: StaticType; problems: Problem[]; hints: Problem[] } {
  const checker = new Checker(source, dialect, options)
  const type = checker.typeOf(root)
  const result = options.result ?? (dialect === 'classic' ? 'value' : 'condition')
  if (result === 'condition' && !checker.problems.length) checker.wantTruth(root, type, 'the condition')
  const few = (found: readonly Problem[]) => found.slice(0, BOUNDS.problems)
  return { type, problems: few(checker.problems), hints: few(checker.hints) }
}

class Checker {
  readonly problems: Problem[] = []
  readonly hints: Problem[] = []
  private readonly source: string
  private readonly dialect: Dialect
  private readonly options: ParseOptions

  constructor(source: string, dialect: Dialect, options: ParseOptions) {
    this.source = source
    this.dialect = dialect
    this.options = options
  }

  typeOf(node: Node): StaticType {
    switch (node.kind) {
      case 'literal':
        return typeOf(node.value)
      case 'name':
      case 'member':
        return this.path(node)
      case 'list':
        return this.list(node)
      case 'map':
        return this.problem(node, 'a map such as {"group.id": …} can only be given to `isMemberOf` and `getGroups`')
      case 'call':
        return this.call(node)
      case 'not':
        this.wantTruth(node.operand, this.typeOf(node.operand), 'what `!` turns around')
        return 'boolean'
      case 'logical':
        for (const operand of node.operands)
          this.wantTruth(operand, this.typeOf(operand), `each side of \`${node.operator}\``)
        return 'boolean'
      case 'binary':
        return this.binary(node)
      case 'ternary':
        return this.ternary(node)
    }
  }

  wantTruth(node: Node, type: StaticType, what: string): void {
    // A sum of values of unknown type is a number or a text.
    const isSum = node.kind === 'binary' && node.operator === '+'
    if (type === 'boolean' || (type === 'any' && !isSum)) return
    const described = isSum && type === 'any' ? 'a number or a text' : describeType(type)
    this.problem(node, `${what} must be true or false, but ${this.text(node)} is ${described}`)
  }

  private list({ items }: ListNode): StaticType {
    for (const item of items) this.typeOf(item)
    return 'list'
  }

  private path(node: Node): StaticType {
    const parts = pathParts(node)
    if (!parts) return this.linked(node)
    const resolved = resolvePath(this.dialect, parts)
    if (!resolved) return this.problem(node, explainPath(this.dialect, parts))
    const [root, holder, attribute] = resolved.keys
    const { profile } = this.options
    if (root !== 'user' || holder !== 'profile' || attribute === undefined || !profile) return resolved.entry.type
    if (Object.hasOwn(profile, attribute)) return profile[attribute] ?? 'any'
    return this.problem(
      node,
      `the profile has no attribute ${quoted(attribute)}${didYouMean(attribute, Object.keys(profile))}`,
    )
  }

  /** Attributes of what a call gives back; only people and their profiles in applications have any. */
  private linked(node: Node): StaticType {
    const { base, names } = climb(node)
    const before = this.problems.length
    const type = this.typeOf(base)
    if (this.problems.length > before || (type === 'any' && base.kind !== 'call')) return 'any'
    const resolved = type === 'user' ? resolveLinked(this.dialect, names) : null
    if (resolved) return resolved.entry.type
    if (type === 'appuser' && names.length === 1) return 'any'
    const name = names[0] ?? ''
    const hint = type !== 'any' && METHODS.get(name)?.has(type) ? `; the method is written \`${name}()\`` : ''
    return this.problem(node, `${describeType(type)} has no attribute ${quoted(names.join('.'))}${hint}`)
  }

  private call(node: CallNode): StaticType {
    const { receiver, name } = node
    if (receiver === null) return this.functionCall(node, name)
    if (receiver.kind === 'name' && FAMILIES.has(receiver.name))
      return this.functionCall(node, `${receiver.name}.${name}`)
    return this.methodCall(node, receiver)
  }

  private functionCall(node: CallNode, fullName: string): StaticType {
    const operation = FUNCTIONS.get(fullName)
    if (operation?.dialects.includes(this.dialect)) {
      this.hint(node, operation)
      return this.apply(node, [operation])
    }
    this.visit(node.args)
    return this.problem(nameOf(node), explainFunction(this.dialect, fullName))
  }

  private methodCall(node: CallNode, receiver: Node): StaticType {
    const isPerson = receiver.kind === 'name' && receiver.name === 'user' && this.dialect !== 'event-filter'
    const before = this.problems.length
    const type = isPerson ? 'user' : this.typeOf(receiver)
    const byType = METHODS.get(node.name)
    const usable = [...(byType?.values() ?? [])].filter(({ dialects }) => dialects.includes(this.dialect))
    const fitting = usable.filter(({ on }) => type === 'any' || on === type)
    if (fitting.length) return this.apply(node, fitting)
    this.visit(node.args)
    if (this.problems.length > before) return 'any'
    return this.problem(node.nameSpan, explainMethod(this.dialect, node.name, type))
  }

  /** Checks arguments against the operations that it may be; more than one only where the receiver's type is unknown. */
  private apply(node: CallNode, candidates: readonly Operation[]): StaticType {
    const fitting = candidates.filter(({ least, most, on }) => {
      const own = on === null ? 0 : 1
      return node.args.length >= least - own && node.args.length <= most - own
    })
    const [first] = fitting.length ? fitting : candidates
    if (!first) return 'any'
    if (!fitting.length) {
      this.visit(node.args)
      return this.problem(nameOf(node), countSentence(first, node.args.length))
    }
    node.args.forEach((argument, index) => {
      const parameters = fitting.flatMap(({ takes }) => takes[Math.min(index, takes.length - 1)] ?? [])
      this.argument(argument, parameters, first)
    })
    return fitting.every(({ gives }) => gives === first.gives) ? first.gives : 'any'
  }

  private argument(node: Node, parameters: readonly Parameter[], { name }: Operation): void {
    const [first] = parameters
    if (!first) return
    if (first.type === 'criterion') return this.criterion(node)
    const type = this.typeOf(node)
    if (!parameters.some((parameter) => fits(parameter, type))) {
      const expected = parameters.map((parameter) => describeType(parameter.type)).join(' or ')
      this.problem(
        node,
        `\`${first.name}\` of \`${name}\` must be ${expected}, but ${this.text(node)} is ${describeType(type)}`,
      )
    } else if (node.kind === 'literal') {
      const error = literalError(first, node.value)
      if (error) this.problem(node, error)
    }
  }

  private criterion(node: Node): void {
    if (node.kind !== 'map') {
      this.typeOf(node)
      this.problem(node, `expected a map such as {"group.profile.name": "Sales"}, found ${this.text(node)}`)
      return
    }
    const keys = node.entries.map(({ key }) => key)
    if (keys.every((key) => key === OPERATOR_KEY))
      this.problem(node, `the map needs one of ${[...GROUP_KEYS.keys()].map(quoted).join(', ')}`)
    if (keys.includes(OPERATOR_KEY) && !keys.includes('group.profile.name'))
      this.problem(node, '`operator` goes with `group.profile.name` only')
    node.entries.forEach((entry, index) => {
      if (keys.indexOf(entry.key) !== index) this.problem(entry.keySpan, `the key ${quoted(entry.key)} stands twice`)
      this.criterionEntry(entry)
    })
  }

  private criterionEntry({ key, keySpan, value }: MapNode['entries'][number]): void {
    if (key === OPERATOR_KEY) {
      const known = value.kind === 'literal' && NAME_OPERATORS.includes(String(value.value))
      if (!known) this.problem(value, `\`operator\` must be ${NAME_OPERATORS.map((name) => `"${name}"`).join(' or ')}`)
      return
    }
    if (!GROUP_KEYS.has(key)) {
      this.problem(keySpan, `unknown key ${quoted(key)}; expected ${[...GROUP_KEYS.keys()].map(quoted).join(', ')}`)
      return
    }
    const items = value.kind === 'list' ? value.items : [value]
    for (const item of items) {
      const type = this.typeOf(item)
      const fine = type === 'text' || type === 'any' || (type === 'list' && item === value)
      if (!fine)
        this.problem(
          item,
          `${quoted(key)} takes text or a list of texts, but ${this.text(item)} is ${describeType(type)}`,
        )
    }
  }

  private binary(node: BinaryNode): StaticType {
    const isEquality = node.operator === '==' || node.operator === '!='
    const left = this.operand(node.left, isEquality && isNull(node.right))
    const right = this.operand(node.right, isEquality && isNull(node.left))
    if (node.operator === '+') return this.plus(node, left, right)
    const pair = `${describeType(left)} with ${describeType(right)}`
    if (isEquality) {
      if (!comparable(left, right)) this.problem(node, `\`${node.operator}\` compares ${pair}, which are never equal`)
    } else if (!ORDERED.has(left) || !ORDERED.has(right) || !comparable(left, right)) {
      this.problem(node, `\`${node.operator}\` cannot order ${pair}; both must be numbers, texts or times`)
    }
    return 'boolean'
  }

  private operand(node: Node, besideNull: boolean): StaticType {
    return besideNull && objectNamed(this.dialect, node) ? 'object' : this.typeOf(node)
  }

  private plus(node: BinaryNode, left: StaticType, right: StaticType): StaticType {
    if (left === 'number' && right === 'number') return 'number'
    const hasText = left === 'text' || right === 'text'
    if (JOINED.has(left) && JOINED.has(right) && (hasText || left === 'any' || right === 'any'))
      return hasText ? 'text' : 'any'
    return this.problem(
      node,
      `\`+\` cannot add ${describeType(left)} and ${describeType(right)}; it adds numbers and joins texts`,
    )
  }

  private ternary(node: TernaryNode): StaticType {
    this.wantTruth(node.test, this.typeOf(node.test), 'what stands before `?`')
    const then = this.typeOf(node.then)
    const otherwise = this.typeOf(node.otherwise)
    return then === otherwise ? then : 'any'
  }

  private hint(node: CallNode, { name, newForm }: Operation): void {
    if (newForm === undefined) return
    const sentence = `\`${name}\` is an old form; write \`${newForm}(…)\``
    this.hints.push(problemAt(this.source, nameOf(node), sentence))
  }

  private visit(nodes: readonly Node[]): void {
    for (const node of nodes) if (node.kind !== 'map') this.typeOf(node)
  }

  private text({ start, end }: Span): string {
    return quoted(this.source.slice(start, end))
  }

  private problem(span: Span, sentence: string): StaticType {
    this.problems.push(problemAt(this.source, span, sentence))
    return 'any'
  }
}

const isNull = (node: Node) => node.kind === 'literal' && node.value === null

function comparable(left: StaticType, right: StaticType): boolean {
  return left === right || [left, right].some((type) => type === 'any' || type === 'null')
}

function fits({ type, nullable, csv }: Parameter, given: StaticType): boolean {
  if (given === 'null') return nullable === true
  if (given === 'text' && csv) return true
  return given === 'any' || type === 'any' || type === given
}

/** What is wrong with an argument that is written out; null where nothing is. */
function literalError({ name, validate, range }: Parameter, value: string | number | boolean | null): string | null {
  if (typeof value === 'string') return validate?.(value) ?? null
  if (typeof value !== 'number' || !range) return null
  const [least, most] = range
  return value >= least && value <= most ? null : `\`${name}\` must be from ${least} to ${most}, but is ${value}`
}

function nameOf({ receiver, nameSpan }: CallNode): Span {
  return receiver?.kind === 'name' && FAMILIES.has(receiver.name)
    ? { start: receiver.start, end: nameSpan.end }
    : nameSpan
}

function countSentence(operation: Operation, given: number): string {
  const own = operation.on === null ? 0 : 1
  const [least, most] = [operation.least - own, operation.most - own]
  const expected =
    most === 0 ? 'no' : least === most ? `${least}` : most === Infinity ? `at least ${least}` : `${least} to ${most}`
  const noun = expected === '1' || expected === 'at least 1' ? 'argument' : 'arguments'
  return `\`${operation.name}\` takes ${expected} ${noun}, but is given ${countWord(given)}: ${signatureOf(operation)}`
}
