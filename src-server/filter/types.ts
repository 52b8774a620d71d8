import type { Problem, Span } from '#language/source-text.ts'

/** Operators of RFC 7644 §3.4.2.2; in a query their case does not matter. */
export const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'pr', 'gt', 'ge', 'lt', 'le'] as const
export type Operator = (typeof OPERATORS)[number]

/** `any` is the type of values in a map of free content; an `object` or a `map` can only be asked whether it is present. */
export type AttributeType = 'text' | 'number' | 'boolean' | 'timestamp' | 'any' | 'object' | 'map'

/** A value in a query; a timestamp is its normalized text, ISO 8601 in UTC with milliseconds. */
export type Literal = string | number | boolean | null

/** One name along a path; where it may hold a list, any element counts. */
export interface Step {
  readonly name: string
  readonly many: boolean
}

/** What a query may name. */
export interface Attribute {
  /** In its declared spelling, such as `target.displayName`. */
  readonly path: string
  readonly steps: readonly Step[]
  readonly type: AttributeType
  /** Whether the case of letters counts. If not, A–Z equal a–z; letters beyond ASCII always differ by case. */
  readonly exact: boolean
  readonly operators: readonly Operator[]
  /** All values that it can have, where they are few and known; else none. */
  readonly values: readonly string[]
}

/** Codes of an invalid query, by endpoint (spec/4 §2.2, §3.1). */
export type FilterErrorCode = 'E0000031' | 'E0000053'

/** Queries of an attribute that an endpoint does not support. */
export interface Unsupported {
  /** All when absent. */
  readonly operators?: readonly Operator[]
  /** The dialect's own when absent. */
  readonly code?: FilterErrorCode
  /** A sentence without its stop. */
  readonly why: string
}

/** The search language of one endpoint, as data. */
export interface Dialect {
  /** The name of the list, for messages: "the audit log". */
  readonly subject: string
  readonly code: FilterErrorCode
  /** By path, in lower case unless names are exact. */
  readonly attributes: ReadonlyMap<string, Attribute>
  /** By path like `attributes`; asked before the attribute's own operators. */
  readonly unsupported: ReadonlyMap<string, Unsupported>
  readonly or: boolean
  readonly not: boolean
  /** A first name that queries may leave out, such as `profile`; null where there is none. */
  readonly optionalPrefix: string | null
  /** Whether the case of letters counts in names of attributes. */
  readonly exactNames: boolean
  /** What the endpoint offers for attributes that say nothing else, such as those inside maps. */
  readonly operators: readonly Operator[]
}

export interface Comparison<Named> extends Span {
  readonly kind: 'compare'
  readonly attribute: Named
  readonly operator: Operator
  /** Null also for `pr`, which takes no value. */
  readonly value: Literal
}
interface Junction<Named> extends Span {
  readonly kind: 'and' | 'or'
  /** Two or more, in the order of the query. */
  readonly operands: readonly Tree<Named>[]
}
interface Negation<Named> extends Span {
  readonly kind: 'not'
  readonly operand: Tree<Named>
}
type Tree<Named> = Comparison<Named> | Junction<Named> | Negation<Named>

/** An attribute as written, with the places of its operator and value. */
interface UnresolvedPath extends Span {
  readonly path: string
  readonly operatorSpan: Span
  readonly valueSpan: Span
}

/** A query as written: attributes are not resolved yet. */
export type SyntaxTree = Tree<UnresolvedPath>

/** A query that is valid in its dialect. */
export type Filter = Tree<Attribute>

/** Something wrong with a query, with its error code where that is not the one of the dialect. */
export interface FilterProblem extends Problem {
  code?: FilterErrorCode
}

export type FilterResult = { ok: true; filter: Filter } | { ok: false; problems: readonly FilterProblem[] }
