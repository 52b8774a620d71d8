import { LIMITS } from '#contract/interface/limits.ts'
import { quoted } from '#language/source-text.ts'
import { TokenCursor } from '#language/token-cursor.ts'
import { WORD_LITERALS } from '#language/tokens.ts'
import { tokenize } from './lexer.ts'
import { OPERATORS, type Literal, type Operator, type SyntaxTree } from './types.ts'

const KEYWORDS: ReadonlySet<string> = new Set(['and', 'or', 'not'])
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

const RULES = {
  name: 'a query',
  maxLength: LIMITS.filterLength,
  maxDepth: LIMITS.filterDepth,
  tooDeep: `brackets stand inside one another at most ${LIMITS.filterDepth} deep`,
  end: 'the end',
}

/**
 * Reads a query (RFC 7644 §3.4.2.2): `and` binds tighter than `or`, `not` needs brackets; keywords and operators in any
 * case; no value paths in square brackets.
 * @throws SyntaxProblem at the first thing out of place
 */
export function parseTree(source: string): SyntaxTree {
  return new Parser(source, tokenize, RULES).whole()
}

class Parser extends TokenCursor<'word'> {
  private comparisons = 0

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
    return this.nested(() => {
      this.index += 1
      const tree = this.disjunction()
      if (this.peek().text !== ')') this.expected('`and`, `or` or `)`')
      this.index += 1
      return tree
    })
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

  private takeKeyword(keyword: string): boolean {
    const { kind, text } = this.peek()
    if (kind !== 'word' || text.toLowerCase() !== keyword) return false
    this.index += 1
    return true
  }
}
