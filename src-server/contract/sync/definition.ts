import { isObject } from '../interface/schema-tree.ts'
import { KINDS, type KindName } from '../kinds.ts'
import type { OperationId } from '../routes/index.ts'
import type { SyncKind } from './kind-names.ts'

/** The body of an object, as the interface answers it. */
export type Body = Readonly<Record<string, unknown>>

/** What a whole list cannot say: for each object of another kind its list is asked for. */
interface Within {
  readonly kind: SyncKind
  /** Parameters of the operation, by what they are: the id of the parent, that of its own parent, or the last part of a link of the parent. */
  readonly params: Readonly<Record<string, 'id' | 'parent' | { readonly link: string }>>
  /** Of which parents; absent: of all. */
  readonly where?: (parent: Body) => boolean
  /** The operation that lists the parents that have any, where that spares requests. */
  readonly only?: OperationId
}

/** What one call asks for, beside the parent and the page. */
interface Call {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
}

/** How one object of a list is asked for by itself. */
interface One {
  readonly operation: OperationId
  /** The parameter that is its id, beside those of the parent. */
  readonly param: string
  /** Which call of the list would have it, as a snapshot labels it; absent: there is one. */
  readonly callOf?: (body: Body) => string
}

/** How the objects of a kind are read. */
export interface Source {
  readonly operation: OperationId
  /** Absent: the operation answers one object. */
  readonly list?: true
  /** What it is called with, one after the other; absent: once, with nothing else. */
  readonly calls?: readonly Call[]
  readonly within?: Within
  /** Which of the items are objects of the kind; absent: all. */
  readonly where?: (item: Body) => boolean
  /** Whether its pages shift when an object is moved meanwhile, so that the list has to be read twice until both agree. */
  readonly ordered?: true
  /** Absent: an object is only read with its list. */
  readonly one?: One
}

/** Why a field is not compared. */
type Reason =
  /** Follows from something else, such as ids and addresses. */
  | 'derived'
  /** Is said by the service alone, and never changed through the interface. */
  | 'read-only'
  /** Is never answered: passwords, secrets. */
  | 'write-only'
  /** What happened to the object, such as a sign-in. */
  | 'state'
  /** Compared as the order of the list. */
  | 'order'

/** What is known of a field, beside its value. */
export interface FieldRule {
  /** Not compared. */
  readonly left?: Reason
  /** Its text, or each text of its list, is the id of an object of one of these kinds, or a word such as `ALL_ZONES`. */
  readonly refersTo?: readonly SyncKind[]
  /** Its list has no order. */
  readonly unordered?: true
  /** Its text is an expression, in which ids may be. */
  readonly expression?: 'condition' | 'classic' | 'group-rule'
}

/** One kind, as it is read from a side and compared with another. */
export interface SyncedKind {
  /** What one is, and several are called. */
  readonly singular: string
  readonly plural: string
  readonly source: Source
  /**
   * The field that holds its id; null for what there is one of, in all or for each parent and call. A relation has none: it is its parent, and the
   * object of one of some other kinds whose id is at a field.
   */
  readonly id: string | null | { readonly relatesTo: readonly SyncKind[]; readonly at: string }
  /** What an administrator knows one by. */
  readonly name: (body: Body) => string
  /** What texts call one in place of its id; absent: its name. */
  readonly reference?: (body: Body) => string
  /** What it is found by on another side, beside its parent and what it relates to; absent: nothing else. */
  readonly naturalKey?: (body: Body) => readonly unknown[]
  /** Of a relation that is told by what it relates to, such as a person: what is kept of that; absent: all of the body. */
  readonly keeps?: readonly string[]
  /** Fields that its links hold: the last part of the link of this name. */
  readonly fromLinks?: Readonly<Record<string, string>>
  /** Fields by path: `.` between keys, `*` for any key, `[]` for the items of a list. What no row names is compared as it is. */
  readonly fields: Readonly<Record<string, FieldRule>>
  /** The list in whose order it stands, beside its parent; null: in none. Its place is in `priority`. */
  readonly order?: (body: Body) => string | null
}

/** A value within a body, by its path; undefined where there is none. */
export function valueAt(body: unknown, path: string): unknown {
  let value = body
  for (const key of path.split('.')) {
    if (value === null || typeof value !== 'object') return undefined
    value = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
  }
  return value
}

/** A body with another value at a path; undefined takes the field away. */
export function withValue(body: Body, [key = '', ...rest]: readonly string[], value: unknown): Body {
  const inner = body[key]
  const next = rest.length === 0 ? value : withValue(isObject(inner) ? inner : {}, rest, value)
  const { [key]: _, ...others } = body
  return next === undefined ? others : { ...others, [key]: next }
}

/** A text within a body; empty where there is none. */
export const textAt = (body: unknown, path: string): string => {
  const value = valueAt(body, path)
  return typeof value === 'string' ? value : ''
}

export const LEFT = {
  derived: { left: 'derived' },
  readOnly: { left: 'read-only' },
  writeOnly: { left: 'write-only' },
  state: { left: 'state' },
} as const satisfies Record<string, FieldRule>

/** What one and several are called, as everywhere else. */
export const calledAs = (kind: KindName): { readonly singular: string; readonly plural: string } => {
  const { singular, plural } = KINDS[kind]
  return { singular, plural }
}

/** Of objects that have an id, and a name that no other of their kind has. */
export const BY_NAME = {
  id: 'id',
  name: (body: Body) => textAt(body, 'name'),
  naturalKey: (body: Body) => [textAt(body, 'name')],
} as const

/** What most objects say about themselves: who they are, when they were made, and where they lead. */
export const COMMON = {
  id: LEFT.derived,
  created: LEFT.state,
  lastUpdated: LEFT.state,
  createdBy: LEFT.state,
  lastUpdatedBy: LEFT.state,
  orn: LEFT.derived,
  _links: LEFT.derived,
  _embedded: LEFT.derived,
} as const satisfies Record<string, FieldRule>

export const refersTo = (...kinds: readonly SyncKind[]) => ({ refersTo: kinds }) as const
export const setOf = (...kinds: readonly SyncKind[]) => ({ refersTo: kinds, unordered: true }) as const
export const UNORDERED = { unordered: true } as const
