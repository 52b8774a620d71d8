import { LIMITS } from '#contract/interface/limits.ts'
import { expectedAt, problemAt, quoted, SyntaxProblem, type Span } from '#language/source-text.ts'
import { tokenize, type Token } from './lexer.ts'
import { OPERATORS, type Literal, type Operator, type SyntaxTree } from './types.ts'

const KEYWORDS: ReadonlySet<string> = new Set(['and', 'or', 'not'])
const WORD_LITERALS: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
])
/** What people write for an operator who know other languages. */
const SYNONYMS: ReadonlyMap<string, Operator> = new Map([
  ['is', 'eq'],
  ['equals', 'eq'],
  ['neq', 'ne'],
  ['contains', 'co'],
  ['like', 'co'],
  ['startswith', 'sw'],
  ['endswith', 'ew'],
  ['exists', 'pr'],
  ['present', 'pr'],
  ['gte', 'ge'],
  ['lte', 'le'],
])
const OPERATOR_LIST = OPERATORS.join(', ')

/**
 * Reads a query (RFC 7644 §3.4.2.2): `and` binds tighter than `or`, `not` needs brackets; keywords and operators in any
 * case; no value paths in square brackets.
 * @throws SyntaxProblem at the first thing out of place
 */
export function parseTree(source: string): SyntaxTree {
  if (source.length > LIMITS.filterLength) {
    const span = { start: LIMITS.filterLength, end: source.length }
    throw new SyntaxProblem(problemAt(source, span, `a query has at most ${LIMITS.filterLength} characters`))
  }
  return new Parser(source).whole()
}

class Parser {
  private readonly source: string
  private readonly tokens: readonly Token[]
  private index = 0
  private comparisons = 0
  private depth = 0

  constructor(source: string) {
    this.source = source
    this.tokens = tokenize(source)
  }

  whole(): SyntaxTree {
    const tree = this.disjunction()
    if (this.peek().kind !== 'end') this.expected('`and`, `or` or the end of the query')
    return tree
  }

  private disjunction(): SyntaxTree {
    return this.junction('or', () => this.junction('and', () => this.term()))
  }

  private junction(kind: 'and' | 'or', operand: () => SyntaxTree): SyntaxTree {
    const { start } = this.peek()
    const first = operand()
    const operands = [first]
    while (this.takeKeyword(kind)) operands.push(operand())
    return operands.length === 1 ? first : { kind, operands, start, end: this.lastEnd() }
  }

  private term(): SyntaxTree {
    const { start } = this.peek()
    if (this.takeKeyword('not')) {
      if (this.peek().text !== '(') this.expected('`(` after `not`')
      return { kind: 'not', operand: this.bracketed(), start, end: this.lastEnd() }
    }
    return this.peek().text === '(' ? this.bracketed() : this.comparison()
  }

  private bracketed(): SyntaxTree {
    this.depth += 1
    if (this.depth > LIMITS.filterDepth)
      this.problem(`brackets stand inside one another at most ${LIMITS.filterDepth} deep`)
    this.index += 1
    const tree = this.disjunction()
    if (this.peek().text !== ')') this.expected('`and`, `or` or `)`')
    this.index += 1
    this.depth -= 1
    return tree
  }

  private comparison(): SyntaxTree {
    const { text: path, start, end, kind } = this.peek()
    if (kind !== 'word' || KEYWORDS.has(path.toLowerCase())) this.expected('an attribute')
    if (path.split('.').length > LIMITS.filterPathNames)
      this.problem(`a path has at most ${LIMITS.filterPathNames} names`)
    this.comparisons += 1
    if (this.comparisons > LIMITS.filterComparisons)
      this.problem(`a query has at most ${LIMITS.filterComparisons} comparisons`)
    this.index += 1
    const operatorSpan = this.peek()
    const operator = this.operator(path)
    const valueSpan = this.peek()
    const value = operator === 'pr' ? null : this.literal(operator)
    const attribute = { path, start, end, operatorSpan, valueSpan }
    return { kind: 'compare', attribute, operator, value, start, end: this.lastEnd() }
  }

  private operator(path: string): Operator {
    const { text, kind } = this.peek()
    const word = text.toLowerCase()
    const operator = OPERATORS.find((known) => known === word)
    if (kind !== 'word' || !operator) {
      const meant = SYNONYMS.get(word)
      const hint = meant ? `; did you mean \`${meant}\`?` : ''
      return this.expected(`an operator after ${quoted(path)} (${OPERATOR_LIST})`, hint)
    }
    this.index += 1
    return operator
  }

  private literal(operator: Operator): Literal {
    const { kind, text, value } = this.peek()
    const word = text.toLowerCase()
    const isLiteral = kind === 'text' || kind === 'number' || (kind === 'word' && WORD_LITERALS.has(word))
    if (!isLiteral) {
      const hint = kind === 'word' && !KEYWORDS.has(word) ? '; a text stands in double quotes' : ''
      return this.expected(`a value after \`${operator}\``, hint)
    }
    this.index += 1
    return kind === 'word' ? (WORD_LITERALS.get(word) ?? null) : value
  }

  private peek(): Token {
    const token = this.tokens[this.index]
    if (token === undefined) throw new Error('a token list without an end')
    return token
  }

  private takeKeyword(keyword: string): boolean {
    const { kind, text } = this.peek()
    if (kind !== 'word' || text.toLowerCase() !== keyword) return false
    this.index += 1
    return true
  }

  private lastEnd(): number {
    return this.tokens[this.index - 1]?.end ?? 0
  }

  private expected(expected: string, hint = ''): never {
    const token = this.peek()
    const found = token.kind === 'end' ? 'the end' : quoted(token.text)
    throw new SyntaxProblem(expectedAt(this.source, token, expected, `${found}${hint}`))
  }

  private problem(sentence: string, span: Span = this.peek()): never {
    throw new SyntaxProblem(problemAt(this.source, span, sentence))
  }
}
