/**
 * The search grammar of the lists (spec/4 §2.2, §3.1; RFC 7644 §3.4.2.2): comparisons joined by `and`, `or` and `not`.
 * Pure. `parseFilter` reports problems with their places, by the dialect of an endpoint; `db/filter-sql.ts` asks the workspace
 * file, `operations/audit/count/column-filter.ts` the columns in memory. A closed door: code outside this folder imports
 * from here only.
 */
import { ApiError, causeAt, invalid } from '#contract/interface/api-error.ts'
import { SyntaxProblem } from '#language/source-text.ts'
import { tokenizeLeniently, type Token } from './lexer.ts'
import { parseTree } from './parser.ts'
import { findAttribute, resolve, unknownAttribute } from './resolve.ts'
import type { Attribute, Dialect, Filter, FilterResult } from './types.ts'

export { attributesOf, completeFilter, OPERATOR_WORDS, operatorsOf, type FilterOption, type Known } from './complete.ts'
export { defineDialect } from './dialect.ts'
export { GROUP_FILTER, groupSearch, USER_FILTER, userSearch } from './directory.ts'
export { tokenizeLeniently, type Token }
export { foldCase } from './text.ts'
export { LOG_EVENTS } from './log-events.ts'
export type { Attribute, Comparison, Dialect, Filter, Literal, Operator, Step } from './types.ts'

/** Parses a query by the rules of an endpoint; reports all problems of its attributes and values at once. */
export function parseFilter(source: string, dialect: Dialect): FilterResult {
  try {
    const resolved = resolve(parseTree(source), source, dialect)
    return 'filter' in resolved ? { ok: true, ...resolved } : { ok: false, ...resolved }
  } catch (error) {
    if (error instanceof SyntaxProblem) return { ok: false, problems: [error.problem] }
    throw error
  }
}

/**
 * Reads the query parameter of a request.
 * @throws ApiError E0000031 or E0000053, as the dialect says, with every problem as a cause
 */
export function requireFilter(source: string, dialect: Dialect, parameter: 'filter' | 'search' = 'filter'): Filter {
  const result = parseFilter(source, dialect)
  if (result.ok) return result.filter
  const causes = result.problems.map(({ message }) => causeAt(parameter, message, 'query'))
  throw new ApiError(result.problems[0]?.code ?? dialect.code, { causes })
}

/** The attribute that a parameter of a request names. @throws ApiError E0000001 for a name that is none */
export function requireAttribute(path: string, dialect: Dialect, parameter: string): Attribute {
  const attribute = isName(path) ? findAttribute(path, dialect) : null
  if (!attribute || attribute.type === 'map') throw invalid(parameter, unknownAttribute(path, dialect), 'query')
  return attribute
}

/** Whether a text is one name, as a query writes it. */
function isName(path: string): boolean {
  const [only, another] = tokenizeLeniently(path)
  return only?.kind === 'word' && only.text === path && another === undefined
}
