import { TokenCursor } from '#language/token-cursor.ts'
import { WORD_LITERALS } from '#language/tokens.ts'
import { BOUNDS } from './bounds.ts'
import { tokenize, type Token } from './lexer.ts'
import { EQUALITY_OPERATORS, ORDER_OPERATORS, type BinaryOperator, type LogicalOperator, type Node } from './types.ts'
import { CONSTRUCTOR_UNSUPPORTED, TYPE_UNSUPPORTED, UNSUPPORTED_SYMBOLS, UNSUPPORTED_WORDS } from './unsupported.ts'

/** Operators that are spelled as words, in any case. */
const WORD_OPERATORS: ReadonlyMap<string, string> = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['not', '!'],
])

/** Binary operators from the loosest to the tightest; operators of one row associate to the left. */
const BINARY_LEVELS: readonly (readonly BinaryOperator[])[] = [EQUALITY_OPERATORS, ORDER_OPERATORS, ['+']]
const LOGICAL_LEVELS: readonly LogicalOperator[] = ['||', '&&']

const RULES = {
  name: 'an expression',
  maxLength: BOUNDS.sourceLength,
  maxDepth: BOUNDS.depth,
  tooDeep: `the expression is nested more than ${BOUNDS.depth} levels deep`,
  end: 'end of expression',
}

/**
 * Reads an expression. Precedence, loosest first: `? :` (to the right), `||`, `&&`, `== !=`, `< <= > >=`, `+`, `!`, then
 * members and calls. A `-` directly before a number belongs to the number.
 * @throws SyntaxProblem at the first thing out of place
 */
export function parseTree(source: string): Node {
  return new Parser(source, tokenize, RULES).whole()
}

class Parser extends TokenCursor<'name'> {
  private nodes = 0

  whole(): Node {
    if (this.peek().kind === 'end') this.expected('an expression')
    const root = this.ternary()
    if (this.peek().kind !== 'end') this.expected('an operator or the end of the expression')
    return root
  }

  private ternary(): Node {
    return this.nested(() => {
      const { start } = this.peek()
      const test = this.logical(0)
      if (!this.take('?')) return test
      const then = this.ternary()
      this.need(':', 'after the value for true')
      const otherwise = this.ternary()
      return this.node({ kind: 'ternary', test, then, otherwise, start, end: this.lastEnd() })
    })
  }

  private logical(level: number): Node {
    const operator = LOGICAL_LEVELS[level]
    if (operator === undefined) return this.binary(0)
    const { start } = this.peek()
    const first = this.logical(level + 1)
    const operands = [first]
    while (this.take(operator)) operands.push(this.logical(level + 1))
    if (operands.length === 1) return first
    return this.node({ kind: 'logical', operator, operands, start, end: this.lastEnd() })
  }

  private binary(level: number): Node {
    const operators = BINARY_LEVELS[level]
    if (operators === undefined) return this.unary()
    const { start } = this.peek()
    let left = this.binary(level + 1)
    for (;;) {
      const sign = this.peek()
      const operator = operators.find((candidate) => candidate === sign.text && this.take(candidate))
      if (operator === undefined) return left
      const right = this.binary(level + 1)
      const operatorSpan = { start: sign.start, end: sign.end }
      left = this.node({ kind: 'binary', operator, operatorSpan, left, right, start, end: this.lastEnd() })
    }
  }

  private unary(): Node {
    const { start } = this.peek()
    if (!this.take('!')) return this.postfix()
    const operand = this.nested(() => this.unary())
    return this.node({ kind: 'not', operand, start, end: this.lastEnd() })
  }

  private postfix(): Node {
    const { start } = this.peek()
    let object = this.primary()
    while (this.take('.')) {
      const name = this.peek()
      if (name.kind !== 'name') this.expected('the name of an attribute or method after `.`')
      this.index += 1
      object = this.is('(') ? this.call(object, name, start) : this.member(object, name, start)
    }
    return object
  }

  private member(object: Node, name: Token, start: number): Node {
    const nameSpan = { start: name.start, end: name.end }
    return this.node({ kind: 'member', object, name: name.text, nameSpan, start, end: name.end })
  }

  private call(receiver: Node | null, name: Token, start = name.start): Node {
    this.need('(', '')
    const args = this.list(')', `an argument or \`)\` to close \`${name.text}(\``, () => this.ternary())
    const nameSpan = { start: name.start, end: name.end }
    return this.node({ kind: 'call', receiver, name: name.text, nameSpan, args, start, end: this.lastEnd() })
  }

  private primary(): Node {
    const token = this.peek()
    const { start, end, value } = token
    if (token.kind === 'number' || token.kind === 'text') {
      this.index += 1
      return this.node({ kind: 'literal', value, start, end })
    }
    if (token.kind === 'name') return this.named(token)
    if (this.is('-') && this.peek(1).kind === 'number') return this.negative(start)
    if (this.take('(')) return this.parenthesised()
    if (this.take('{')) return this.braces(start)
    return this.expected('a value')
  }

  private negative(start: number): Node {
    const { value, end } = this.peek(1)
    this.index += 2
    return this.node({ kind: 'literal', value: Number(value) === 0 ? 0 : -Number(value), start, end })
  }

  private parenthesised(): Node {
    const inner = this.ternary()
    this.need(')')
    return inner
  }

  private named(token: Token): Node {
    const { text, start, end } = token
    const literal = WORD_LITERALS.get(text.toLowerCase())
    const next = this.peek(1)
    if (text === 'new' && next.kind === 'name') this.problem(CONSTRUCTOR_UNSUPPORTED, { ...token, end: next.end })
    if (text === 'T' && next.text === '(') this.problem(TYPE_UNSUPPORTED, { ...token, end: next.end })
    if (WORD_OPERATORS.has(text.toLowerCase()) && next.text !== '.') return this.expected('a value')
    this.index += 1
    if (literal !== undefined) return this.node({ kind: 'literal', value: literal, start, end })
    if (this.is('(')) return this.call(null, token)
    return this.node({ kind: 'name', name: text, start, end })
  }

  /** `{a, b}` is a list; `{'key': a}` is a map. */
  private braces(start: number): Node {
    return this.nested(() => {
      if (this.peek().kind === 'text' && this.peek(1).text === ':') {
        const entries = this.list('}', 'a key in quotes or `}`', () => this.entry())
        return this.node({ kind: 'map', entries, start, end: this.lastEnd() })
      }
      const items = this.list('}', 'a value or `}`', () => this.ternary())
      return this.node({ kind: 'list', items, start, end: this.lastEnd() })
    })
  }

  private entry() {
    const { kind, value, start, end } = this.peek()
    if (kind !== 'text') this.expected('a key in quotes')
    this.index += 1
    this.need(':', 'after the key')
    return { key: String(value), keySpan: { start, end }, value: this.ternary() }
  }

  /** Items separated by commas, including the closing symbol. */
  private list<Item>(close: string, expected: string, item: () => Item): Item[] {
    const items: Item[] = []
    if (this.take(close)) return items
    if (this.peek().kind === 'end' || this.is(',')) this.expected(expected)
    do items.push(item())
    while (this.take(','))
    this.need(close, '', '`,` or ')
    return items
  }

  private node<Made extends Node>(made: Made): Made {
    this.nodes += 1
    if (this.nodes > BOUNDS.nodes) this.problem(`the expression has more than ${BOUNDS.nodes} parts`, made)
    return made
  }

  private is(symbol: string): boolean {
    const { kind, text } = this.peek()
    if (kind === 'symbol') return text === symbol
    return kind === 'name' && WORD_OPERATORS.get(text.toLowerCase()) === symbol && this.peek(1).text !== '.'
  }

  private take(symbol: string): boolean {
    if (!this.is(symbol)) return false
    this.index += 1
    return true
  }

  private need(symbol: string, where = '', alternatives = ''): void {
    if (!this.take(symbol)) this.expected(`${alternatives}\`${symbol}\`${where && ` ${where}`}`)
  }

  /** Unsupported syntax has a message of its own. */
  protected override expected(expected: string): never {
    const unsupported = unsupportedSentence(this.peek())
    return unsupported === null ? super.expected(expected) : this.problem(unsupported)
  }
}

function unsupportedSentence({ kind, text }: Token): string | null {
  if (kind === 'symbol' && Object.hasOwn(UNSUPPORTED_SYMBOLS, text)) return UNSUPPORTED_SYMBOLS[text] ?? null
  const word = text.toLowerCase()
  if (kind === 'name' && Object.hasOwn(UNSUPPORTED_WORDS, word)) return UNSUPPORTED_WORDS[word] ?? null
  return null
}
