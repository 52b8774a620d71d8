import type { Direction } from '#contract/gatehouse/comparison.ts'
import { valueAt } from '#contract/sync/definition.ts'
import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { Snapshot, SyncObject } from '../snapshot.ts'
import { orderId } from './difference-id.ts'
import { directionOf } from './direction-of.ts'
import type { Pairing } from './pair-objects.ts'

/** A list that both sides have in another order. */
export interface OrderDifference {
  /** In each comparison alike: {@link orderId}. */
  id: string
  kind: SyncKind
  /** Our key of what the list belongs to; null: the whole organization. */
  parent: string | null
  /** Which of the lists of the parent, such as the type of policies. */
  list: string
  direction: Direction
  /** Our keys of what both sides have, in the order of each. */
  ours: string[]
  theirs: string[]
}

interface Ordering {
  ours: Pick<Snapshot, 'objects'>
  theirs: Pick<Snapshot, 'objects'>
  base: Pick<Snapshot, 'objects'> | undefined
  pairing: Pairing
}

/** Where the order of objects that both sides have differs. What only one side has, and the numbers themselves, change no order. */
export const compareOrders = (sides: Ordering): OrderDifference[] =>
  SYNC_KINDS.flatMap((kind) => compareOrdersOf(kind, sides))

/** As {@link compareOrders}, of one kind. */
export function compareOrdersOf(kind: SyncKind, { ours, theirs, base, pairing }: Ordering): OrderDifference[] {
  const { order } = SYNCED_KINDS[kind]
  if (!order) return []
  const inOurs = pairing.ours.get(kind) ?? new Map<string, string>()
  const left = ours.objects.get(kind)
  const keyOf = ({ key }: SyncObject) => inOurs.get(key)
  const ownLists = listsOf(left, order, ({ key }) => key)
  const lists = listsOf(theirs.objects.get(kind), order, keyOf)
  const former = base && listsOf(base.objects.get(kind), order, keyOf)
  return [...lists].flatMap(([, right]) => {
    const first = right.keys[0] === undefined ? undefined : left?.get(right.keys[0])
    const own = first && ownLists.get(nameOfList(first, order))
    return own ? compareList(kind, own, right, former) : []
  })
}

interface List {
  parent: string | null
  list: string
  keys: string[]
}

type Order = NonNullable<(typeof SYNCED_KINDS)[SyncKind]['order']>

const nameOfList = ({ parent, body }: SyncObject, order: Order) => JSON.stringify([parent, order(body)])

/** The lists of a side, each in its order. @param keyOf our key of an object; undefined where we have none */
function listsOf(
  objects: ReadonlyMap<string, SyncObject> | undefined,
  order: Order,
  keyOf: (object: SyncObject) => string | undefined,
): Map<string, List> {
  const lists = new Map<string, { object: SyncObject; key: string }[]>()
  for (const object of objects?.values() ?? []) {
    const key = keyOf(object)
    if (key === undefined || order(object.body) === null) continue
    const name = nameOfList(object, order)
    lists.set(name, [...(lists.get(name) ?? []), { object, key }])
  }
  const sorted = [...lists].map(([name, items]) => {
    const { parent, body } = (items[0] as (typeof items)[number]).object
    items.sort((a, b) => placeOf(a.object) - placeOf(b.object))
    return [name, { parent, list: order(body) ?? '', keys: items.map(({ key }) => key) }] as const
  })
  return new Map(sorted)
}

/** Where an object stands in its list, by its number. */
export function placeOf({ body }: Pick<SyncObject, 'body'>): number {
  const priority = valueAt(body, 'priority')
  return typeof priority === 'number' ? priority : 0
}

function compareList(
  kind: SyncKind,
  { parent, list, keys: ours }: List,
  { keys: theirs }: List,
  former: ReadonlyMap<string, List> | undefined,
): OrderDifference[] {
  const [left, right] = [common(ours, theirs), common(theirs, ours)]
  if (isEqual(left, right)) return []
  const before = [...(former?.values() ?? [])].find(({ keys }) => common(keys, left).length > 0)
  const difference = { id: orderId(kind, parent, list), kind, parent, list, ours: left, theirs: right }
  if (!before) return [{ ...difference, direction: former ? 'conflict' : 'unknown' }]
  const isChanged = (now: readonly string[]) => !isEqual(common(now, before.keys), common(before.keys, now))
  return [{ ...difference, direction: directionOf(isChanged(left), isChanged(right)) }]
}

/** Those of a list that another has, too. */
function common(keys: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others)
  return keys.filter((key) => known.has(key))
}

const isEqual = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((key, at) => key === b[at])
