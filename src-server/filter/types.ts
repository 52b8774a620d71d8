import type { Problem, Span } from '../contract/source-text.ts'

/** Operators of RFC 7644 §3.4.2.2; in a query their case does not matter. */
export const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'pr', 'gt', 'ge', 'lt', 'le'] as const
export type Operator = (typeof OPERATORS)[number]

/** `any` is what stands in a map of free content; an `object` or a `map` can only be asked whether it is present. */
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
  /** Whether the case of letters counts. If not, A–Z equal a–z; letters beyond ASCII always stand for themselves. */
  readonly exact: boolean
  readonly operators: readonly Operator[]
  /** All values that it can have, where they are few and known; else none. */
  readonly values: readonly string[]
}

/** Codes that a refused query has, by endpoint (spec/4 §2.2, §3.1). */
export type RefusalCode = 'E0000031' | 'E0000053'

/** What an endpoint does not take although the attribute is there. */
export interface Refusal {
  /** All when absent. */
  readonly operators?: readonly Operator[]
  /** The dialect's own when absent. */
  readonly code?: RefusalCode
  /** A sentence without its stop. */
  readonly why: string
}

/** The search language of one endpoint, as data. */
export interface Dialect {
  /** What is searched, in messages: "the audit log". */
  readonly subject: string
  readonly code: RefusalCode
  /** By path in lower case. */
  readonly attributes: ReadonlyMap<string, Attribute>
  /** By path in lower case; asked before the attribute's own operators. */
  readonly refusals: ReadonlyMap<string, Refusal>
  readonly or: boolean
  readonly not: boolean
  /** A first name that queries may leave out, such as `profile`; null where there is none. */
  readonly optionalPrefix: string | null
}

export interface Comparison<Named> extends Span {
  readonly kind: 'compare'
  readonly attribute: Named
  readonly operator: Operator
  /** Null also for `pr`, which takes no value. */
  readonly value: Literal
}
export interface Junction<Named> extends Span {
  readonly kind: 'and' | 'or'
  /** Two or more, in the order of the query. */
  readonly operands: readonly Tree<Named>[]
}
export interface Negation<Named> extends Span {
  readonly kind: 'not'
  readonly operand: Tree<Named>
}
type Tree<Named> = Comparison<Named> | Junction<Named> | Negation<Named>

/** An attribute as written, and where its operator and value stand. */
export interface Words extends Span {
  readonly path: string
  readonly operatorSpan: Span
  readonly valueSpan: Span
}

/** A query as written: attributes are still words. */
export type SyntaxTree = Tree<Words>

/** A query that its dialect has let through. */
export type Filter = Tree<Attribute>

/** Something wrong with a query, and the code of the refusal where it is not the dialect's. */
export interface FilterProblem extends Problem {
  code?: RefusalCode
}

export type FilterResult = { ok: true; filter: Filter } | { ok: false; problems: readonly FilterProblem[] }
