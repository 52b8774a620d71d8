import type { IdKind } from '../interface/ids.ts'
import type { OperationId } from '../routes/index.ts'
import { textAt, type Body } from './definition.ts'
import type { SyncKind } from './kind-names.ts'

/** One operation that changes a side. */
export interface WriteCall {
  readonly operation: OperationId
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Body
}

/** An object as it is to be on a side, in the words of that side. */
export interface Target {
  /** Its id there; empty for what there is one of, and for one that is to be made. */
  readonly id: string
  /** The ids of what it belongs to, the nearest last. */
  readonly above: readonly string[]
  /** Which call of its source answers it, such as the type of a contact. */
  readonly call: string
  readonly body: Body
  readonly side: TargetSide
}

/** The side that is written to. */
export interface TargetSide {
  readonly address: string
  /** The body of an object that it has; undefined where it has none of this id. */
  readonly find: (kind: SyncKind, id: string) => Body | undefined
}

/** What takes the last limit of something away: that itself, which is then given again without limits. */
export interface Lifting {
  readonly takeAway: WriteCall
  readonly giveAgain: WriteCall
}

/** How objects of a kind are written to a side. */
export interface Writing {
  /** Reads one by its id; absent: it is read with the list of what it belongs to. */
  readonly get?: (target: Target) => WriteCall
  /** The kind of the ids of new ones; null: they have none, or one that is given. */
  readonly idKind: IdKind | null | ((target: Target) => IdKind | null)
  /** Makes one; null: they are there by themselves, so that one is only changed. */
  readonly create: ((target: Target) => WriteCall) | null
  /** What follows once one is made, such as the policy of an application. @param target with its id */
  readonly afterwards?: (target: Target) => readonly WriteCall[]
  /** Makes one be as it is to be; null: it has no value of its own. @param before the body that it has */
  readonly change: ((target: Target, before: Body) => readonly WriteCall[]) | null
  /** Takes one away; null: it stays as long as what it belongs to. */
  readonly remove: ((target: Target) => readonly WriteCall[]) | null
  /** Of what limits something: takes the last limit away, which the interface refuses to {@link remove}; null: it cannot be done. */
  readonly lift?: (target: Target) => Lifting | null
}

interface Switches {
  readonly on: OperationId
  readonly off: OperationId
  /** What has to be at rest: to be replaced as well, or only to be removed; absent: nothing. */
  readonly atRest?: 'replaced' | 'removed'
  /** What new ones are; absent: as it was asked for when they were made. */
  readonly made?: 'ACTIVE' | 'INACTIVE'
}

interface Standard {
  readonly idKind: IdKind | null
  /** The names of the placeholders of what it belongs to, and its own. */
  readonly above?: readonly string[]
  readonly one: string
  readonly get: OperationId
  readonly create: OperationId | null
  readonly replace: OperationId | null
  readonly remove: OperationId | null
  readonly switches?: Switches
  /** The body that is sent; absent: the body as it is read. */
  readonly bodyOf?: (target: Target) => Body
}

const isActive = (body: Body) => textAt(body, 'status') === 'ACTIVE'

/** Objects with an id that are made, replaced and removed by one operation each, and may be switched on and off. */
export function standard({
  idKind,
  above = [],
  one,
  get,
  create,
  replace,
  remove,
  switches,
  bodyOf = ({ body }) => body,
}: Standard): Writing {
  const parents = (target: Target) => Object.fromEntries(above.map((name, at) => [name, target.above[at] ?? '']))
  const params = (target: Target) => ({ ...parents(target), [one]: target.id })
  const turn = (target: Target, isOn: boolean): WriteCall[] =>
    switches ? [{ operation: isOn ? switches.on : switches.off, params: params(target) }] : []
  const replacing = (target: Target): WriteCall[] =>
    replace ? [{ operation: replace, params: params(target), body: bodyOf(target) }] : []
  return {
    idKind,
    get: (target) => ({ operation: get, params: params(target) }),
    create: create
      ? (target) => {
          const query = switches && !switches.made ? { query: { activate: String(isActive(target.body)) } } : {}
          return { operation: create, params: parents(target), ...query, body: bodyOf(target) }
        }
      : null,
    afterwards: (target) => {
      const made = switches?.made
      return made && (made === 'ACTIVE') !== isActive(target.body) ? turn(target, isActive(target.body)) : []
    },
    change: (target, before) => {
      const [was, is] = [isActive(before), isActive(target.body)]
      const rests = switches?.atRest === 'replaced' && was
      const replaced = [...(rests ? turn(target, false) : []), ...replacing(target)]
      return is === (was && !rests) ? replaced : [...replaced, ...turn(target, is)]
    },
    remove: remove
      ? (target) => [
          ...(switches?.atRest && isActive(target.body) ? turn(target, false) : []),
          { operation: remove, params: params(target) },
        ]
      : null,
  }
}

interface Relation {
  readonly above: readonly string[]
  readonly one: string
  readonly add: OperationId
  readonly drop: OperationId
  readonly bodyOf?: (target: Target) => Body
}

/** What joins two objects, and has no value beside that: it is added and dropped. */
export function relation({ above, one, add, drop, bodyOf }: Relation): Writing {
  const params = (target: Target) => ({
    ...Object.fromEntries(above.map((name, at) => [name, target.above[at] ?? ''])),
    [one]: target.id,
  })
  return {
    idKind: null,
    create: (target) => ({ operation: add, params: params(target), ...(bodyOf ? { body: bodyOf(target) } : {}) }),
    change: null,
    remove: (target) => [{ operation: drop, params: params(target) }],
  }
}
