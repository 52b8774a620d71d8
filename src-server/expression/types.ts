import type { Verdict } from '#contract/policy/simulation.ts'
import type { Problem, Span } from '#language/source-text.ts'

/**
 * Where an expression is used, which decides what it may name (spec/4 §1.8): `condition` for `elCondition`, the three
 * others for the Classic language. `group-rule` takes only String, Arrays and user functions; `event-filter` reads an
 * event in place of a person.
 */
export const DIALECTS = ['condition', 'classic', 'group-rule', 'event-filter'] as const
export type Dialect = (typeof DIALECTS)[number]

export type { Problem, Span }

export const EQUALITY_OPERATORS = ['==', '!='] as const
export const ORDER_OPERATORS = ['<', '<=', '>', '>='] as const
export type OrderOperator = (typeof ORDER_OPERATORS)[number]
export type BinaryOperator = (typeof EQUALITY_OPERATORS)[number] | OrderOperator | '+'
export type LogicalOperator = '&&' | '||'

interface LiteralNode extends Span {
  kind: 'literal'
  value: string | number | boolean | null
}
export interface ListNode extends Span {
  kind: 'list'
  items: readonly Node[]
}
/** `{'key': value}`, which only group criteria take. */
export interface MapNode extends Span {
  kind: 'map'
  entries: readonly { key: string; keySpan: Span; value: Node }[]
}
export interface NameNode extends Span {
  kind: 'name'
  name: string
}
export interface MemberNode extends Span {
  kind: 'member'
  object: Node
  name: string
  nameSpan: Span
}
/** `receiver.name(args)`, or `name(args)` where the receiver is null. */
export interface CallNode extends Span {
  kind: 'call'
  receiver: Node | null
  name: string
  nameSpan: Span
  args: readonly Node[]
}
interface NotNode extends Span {
  kind: 'not'
  operand: Node
}
/** Two or more operands of one and the same operator, in source order. */
export interface LogicalNode extends Span {
  kind: 'logical'
  operator: LogicalOperator
  operands: readonly Node[]
}
export interface BinaryNode extends Span {
  kind: 'binary'
  operator: BinaryOperator
  operatorSpan: Span
  left: Node
  right: Node
}
export interface TernaryNode extends Span {
  kind: 'ternary'
  test: Node
  then: Node
  otherwise: Node
}

export type Node =
  LiteralNode | ListNode | MapNode | NameNode | MemberNode | CallNode | NotNode | LogicalNode | BinaryNode | TernaryNode

/** The type of a value as known before evaluation; `any` when it depends on the context. */
export type StaticType = TypeName | 'any'
export type TypeName =
  | 'text'
  | 'number'
  | 'boolean'
  | 'time'
  | 'list'
  | 'country'
  | 'user'
  | 'group'
  | 'criterion'
  | 'object'
  | 'appuser'
  | 'null'

/** An expression that is whole: it parses and its types fit. */
export interface Expression {
  source: string
  dialect: Dialect
  root: Node
  type: StaticType
  /** Old forms that are still taken, each with the one to write instead. */
  hints: readonly Problem[]
}

export type ParseResult = { ok: true; expression: Expression } | { ok: false; problems: Problem[] }

export interface ParseOptions {
  /** Whether the whole must be a truth. By default `value` in the classic dialect, which also makes user names. */
  result?: 'condition' | 'value'
  /** The profile attributes that exist, with their types; without it every name is taken. */
  profile?: Readonly<Record<string, StaticType>>
}

/** A group as the context holds it. An absent field is unknown, so that a criterion on it is UNDEFINED. */
export interface GroupRecord {
  id: string
  name?: string
  type?: string
  sourceId?: string
}

/** A person as the context holds one. A profile attribute that is absent or null has no value; other fields are unknown. */
export interface UserRecord {
  id?: string
  status?: string | null
  /** ISO 8601, like the three that follow. */
  created?: string | null
  lastUpdated?: string | null
  passwordChanged?: string | null
  lastLogin?: string | null
  profile?: Readonly<Record<string, unknown>>
  /** Every group of the person, Everyone included; absent when memberships are unknown. */
  groups?: readonly GroupRecord[]
  /** By name of the primary relationship; null when no person is linked. */
  linkedObjects?: Readonly<Record<string, UserRecord | null>>
  internal?: Readonly<Record<string, unknown>>
  /** Who manages and who assists the person; null where the directory names no one that it has. */
  manager?: UserRecord | null
  assistant?: UserRecord | null
  /** Profiles in applications that were looked up, by what those were asked for as; null where the person does not have it. */
  appProfiles?: Readonly<Record<string, Bag | null>>
  /** The profiles that directories and HR systems have of the person. */
  sources?: Readonly<Record<'directory' | 'hr', readonly Bag[]>>
}

type Bag = Readonly<Record<string, unknown>>

/**
 * The data that an expression can read. Reading from an absent or null object gives UNDEFINED; an object that is null is known not to
 * be there, as the person is where a client acts for itself.
 */
export interface ExpressionContext {
  /** Milliseconds since the epoch: the one clock of an evaluation. */
  now: number
  user?: UserRecord | null
  device?: { profile?: Bag | null; provider?: Readonly<Record<string, Bag>> | null } | null
  security?: { risk?: { level?: string | null } | null; behaviors?: readonly string[] | null } | null
  login?: { identifier?: string | null } | null
  session?: { amr?: readonly string[] | null; id?: string | null } | null
  accessRequest?: Bag | null
  org?: Bag | null
  app?: Bag | null
  appuser?: Bag | null
  idpuser?: Bag | null
  /** What the access token grants whose claims are made; absent elsewhere. */
  access?: { scope?: readonly string[] | null } | null
  /** The event that an event-hook filter looks at. */
  event?: Bag | null
}

/** One sub-expression with what it came to. */
export interface TraceNode extends Span {
  kind: Node['kind']
  source: string
  /** For display: texts in quotes, lists in braces, `undefined` where nothing is known. */
  value: string
  /** The truth of a boolean sub-expression and of the whole; null for a value that is no truth. */
  status: Verdict | null
  /** Why it is undefined, has no value or was not needed; null when there is nothing to explain. */
  reason: string | null
  /** True when the whole did not depend on it, as with the right side of `false && …`. */
  skipped: boolean
  /** In source order. */
  children: TraceNode[]
}
