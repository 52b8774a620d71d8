import { SyntaxProblem } from '#language/source-text.ts'
import { check } from './check.ts'
import { parseTree } from './parser.ts'
import type { Dialect, ParseOptions, ParseResult } from './types.ts'

/** Reads and type-checks an expression: the first problem of syntax, or all problems of names and types. */
export function parse(source: string, dialect: Dialect = 'condition', options: ParseOptions = {}): ParseResult {
  try {
    const root = parseTree(source)
    const { type, problems, hints } = check(source, root, dialect, options)
    if (problems.length) return { ok: false, problems }
    return { ok: true, expression: { source, dialect, root, type, hints } }
  } catch (error) {
    if (error instanceof SyntaxProblem) return { ok: false, problems: [error.problem] }
    throw error
  }
}
