import { expectedAt, failAt, quoted, SyntaxProblem, type Span } from './source-text.ts'
import type { Token } from './tokens.ts'

/** How the messages of a language call its sources, and how long and deep they may be. */
interface SourceRules {
  /** With its article: "a query". */
  name: string
  /** In UTF-16 units. */
  maxLength: number
  maxDepth: number
  /** The message where a source is nested deeper. */
  tooDeep: string
  /** What is found after the last token, for messages. */
  end: string
}

/** Walks over the tokens of a source, for a parser by recursive descent: looks ahead, takes, and says what is wrong. */
export class TokenCursor<Name extends string> {
  /** The token to be read next, as an index. */
  protected index = 0
  private readonly source: string
  private readonly rules: SourceRules
  private readonly tokens: readonly Token<Name>[]
  private depth = 0

  /** @throws SyntaxProblem for a source that is too long, and at the first character that starts no token */
  constructor(source: string, tokenize: (source: string) => Token<Name>[], rules: SourceRules) {
    const { maxLength, name } = rules
    if (source.length > maxLength)
      failAt(source, { start: maxLength, end: source.length }, `${name} has at most ${maxLength} characters`)
    this.source = source
    this.rules = rules
    this.tokens = tokenize(source)
  }

  /** The token that is `ahead` places further; the one of kind `end` beyond the last. */
  protected peek(ahead = 0): Token<Name> {
    const token = this.tokens[Math.min(this.index + ahead, this.tokens.length - 1)]
    if (token === undefined) throw new Error('a token list without an end')
    return token
  }

  /** Where the token ends that was read last. */
  protected lastEnd(): number {
    return this.tokens[this.index - 1]?.end ?? 0
  }

  /** Reads one level deeper. @throws SyntaxProblem where that is too deep */
  protected nested<Tree>(read: () => Tree): Tree {
    this.depth += 1
    if (this.depth > this.rules.maxDepth) this.problem(this.rules.tooDeep)
    const tree = read()
    this.depth -= 1
    return tree
  }

  /** Says what must be at the next token, and what is there. @throws SyntaxProblem always */
  protected expected(expected: string, hint = ''): never {
    const token = this.peek()
    const found = token.kind === 'end' ? this.rules.end : quoted(token.text)
    throw new SyntaxProblem(expectedAt(this.source, token, expected, `${found}${hint}`))
  }

  /** @throws SyntaxProblem always */
  protected problem(sentence: string, span: Span = this.peek()): never {
    return failAt(this.source, span, sentence)
  }
}
