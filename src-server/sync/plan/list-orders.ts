import type { ObjectStep, OrderStep, Placed } from '#contract/sync/plan-step.ts'
import { valueAt } from '#contract/sync/definition.ts'
import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { Preference } from '#contract/gatehouse/pull.ts'
import { placeOf, type OrderDifference } from '../compare/compare-orders.ts'
import { parentName } from '../compare/comparison-view.ts'
import { nameOn, type SyncObject } from '../snapshot.ts'
import { orderName } from './order-name.ts'
import type { PlanConflict, PlanSides } from './plan-sides.ts'

interface ListOrders {
  steps: OrderStep[]
  /** The lists that both sides have reordered and that stay as they are. */
  open: PlanConflict[]
}

/**
 * The lists that get another order: those that the source has moved, and those that get something new, which is to stand behind what it stands behind
 * at the source.
 */
export function orderSteps(steps: readonly ObjectStep[], sides: PlanSides): ListOrders {
  const ordered = SYNC_KINDS.filter((kind) => SYNCED_KINDS[kind].order)
  const found = ordered.map((kind) => new OrdersOfKind(kind, steps, sides).all())
  return { steps: found.flatMap((one) => one.steps), open: found.flatMap(({ open }) => open) }
}

type Lists = ReadonlyMap<string, readonly SyncObject[]>

class OrdersOfKind {
  readonly #kind: SyncKind
  readonly #sides: PlanSides
  /** Keys of the source by those of the target: of what stands in lists, and of what these belong to. */
  readonly #ofSource: ReadonlyMap<string, string>
  readonly #parents: ReadonlyMap<string, string>
  /** Keys of the source, and of the target. */
  readonly #made: ReadonlySet<string>
  readonly #gone: ReadonlySet<string>

  constructor(kind: SyncKind, steps: readonly ObjectStep[], sides: PlanSides) {
    this.#kind = kind
    this.#sides = sides
    const { within } = SYNCED_KINDS[kind].source
    this.#ofSource = inverted(sides.pairing.ours.get(kind))
    this.#parents = inverted(within && sides.pairing.ours.get(within.kind))
    const ofKind = steps.filter((step) => step.kind === kind)
    this.#made = new Set(ofKind.flatMap(({ act, source }) => (act === 'create' && source ? [source.key] : [])))
    this.#gone = new Set(ofKind.flatMap(({ act, before }) => (act === 'remove' && before ? [before.key] : [])))
  }

  all(): ListOrders {
    const { source, target, orders } = this.#sides
    const lists = listsOf(source.objects.get(this.#kind)?.values() ?? [], ({ parent }) => parent)
    const there = listsOf(target.objects.get(this.#kind)?.values() ?? [], ({ parent }) => this.#parentAtSource(parent))
    const ofKind = orders.filter(({ kind }) => kind === this.#kind)
    const differing = new Map(ofKind.map((one) => [listName(this.#parentAtSource(one.parent), one.list), one]))
    const chosen = [...lists].map(([name, list]) => ({ name, list, wins: this.#winnerIn(differing.get(name)) }))
    return {
      steps: chosen.flatMap(({ name, list, wins }) => this.#stepOf(list, there.get(name) ?? [], wins === 'remote')),
      open: chosen.flatMap(({ name, list, wins }) => {
        const difference = differing.get(name)
        return wins === null && difference ? [this.#conflictOf(list, difference)] : []
      }),
    }
  }

  #conflictOf(list: readonly SyncObject[], { id, ours, theirs }: OrderDifference): PlanConflict {
    const objects = this.#sides.target.objects.get(this.#kind)
    const named = (keys: readonly string[]) =>
      keys.map((key) => {
        const object = objects?.get(key)
        return object ? nameOn(object, this.#sides.target) : key
      })
    const order = { target: named(ours), source: named(theirs) }
    return { ...this.#about(list), isList: true, difference: id, onlyIn: null, fields: [], order }
  }

  #parentAtSource(parent: string | null): string | null {
    return parent === null ? null : (this.#parents.get(parent) ?? `only at the target: ${parent}`)
  }

  /** Undefined: both sides have one order; null: it is to be decided. */
  #winnerIn(difference: OrderDifference | undefined): Preference | null | undefined {
    if (difference?.direction === 'incoming') return 'remote'
    if (difference?.direction === 'outgoing') return 'workspace'
    return difference && this.#sides.winner(this.#kind, difference.id)
  }

  /** What a list is called. */
  #about([first]: readonly SyncObject[]): Pick<PlanConflict, 'kind' | 'name' | 'parent'> {
    const kind = this.#kind
    const name = orderName(kind, first ? listOf(first) : '')
    return { kind, name, parent: parentName(kind, first?.parent ?? null, this.#sides.source) }
  }

  #stepOf(list: readonly SyncObject[], target: readonly SyncObject[], isMoved: boolean): OrderStep[] {
    const now = target.filter(({ key }) => !this.#gone.has(key))
    const byKey = new Map(list.map((one) => [one.key, one]))
    const known = now.flatMap(({ key }) => this.#ofSource.get(key) ?? []).filter((key) => byKey.has(key))
    const there = new Set(known)
    const wanted = list.map(({ key }) => key).filter((key) => there.has(key) || this.#made.has(key))
    if (wanted.length < 2 || !(isMoved || wanted.some((key) => this.#made.has(key)))) return []
    const placed = isMoved ? undefined : { made: wanted.filter((key) => this.#made.has(key)), order: wanted }
    const keys = placed ? withNew(known, placed) : wanted
    const first = list[0] as SyncObject
    return [
      {
        ...{ act: 'order', kind: this.#kind, above: first.parent, notes: [] },
        list: listOf(first),
        ...this.#about(list),
        wanted: keys.map((key) => ({ key, name: nameOn(byKey.get(key) as SyncObject, this.#sides.source) })),
        ...(placed && { placed }),
        before: now.map((one) => ({ key: one.key, name: nameOn(one, this.#sides.target) })),
      },
    ]
  }
}

const inverted = (pairs: ReadonlyMap<string, string> | undefined) => new Map([...(pairs ?? [])].map(([a, b]) => [b, a]))

const listOf = ({ kind, body }: SyncObject): string => SYNCED_KINDS[kind].order?.(body) ?? ''

/** What the service keeps at the end of its list by itself. */
const isLast = ({ body }: SyncObject) => valueAt(body, 'system') === true

const listName = (parent: string | null, list: string) => JSON.stringify([parent, list])

/** Lists, each in its order. */
function listsOf(objects: Iterable<SyncObject>, parentOf: (object: SyncObject) => string | null): Lists {
  const lists = new Map<string, SyncObject[]>()
  for (const object of objects) {
    const list = SYNCED_KINDS[object.kind].order?.(object.body) ?? null
    if (list === null || isLast(object)) continue
    const name = listName(parentOf(object), list)
    const known = lists.get(name)
    if (known) known.push(object)
    else lists.set(name, [object])
  }
  for (const list of lists.values()) list.sort((a, b) => placeOf(a) - placeOf(b))
  return lists
}

/** Keys of a list, each new one behind the nearest of them that it follows at the source; at the top where that is none. */
export function withNew(known: readonly string[], { made, order }: Placed): string[] {
  const keys = [...known]
  const [there, isNew] = [new Set(known), new Set(made)]
  let last: string | null = null
  for (const key of order) {
    if (there.has(key)) last = key
    if (there.has(key) || !isNew.has(key)) continue
    keys.splice(last === null ? 0 : keys.indexOf(last) + 1, 0, key)
    last = key
  }
  return keys
}
