import type { Listed, ObjectStep, OrderStep, PlanStep } from '#contract/sync/plan-step.ts'
import type { Body } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { notesOf } from '#contract/sync/needed-secrets.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { comesAlong } from '../plan/comes-along.ts'
import { listed } from '../plan/losses.ts'
import { orderName } from '../plan/order-name.ts'
import { inOrder } from '../plan/order-steps.ts'
import { nameOf } from '../snapshot.ts'
import type { Lost } from './inverse-steps.ts'

/** Nothing of the target is called otherwise than it was. */
const NO_PAIRS = { pairing: { ours: new Map(), ids: new Map(), ambiguous: [] } }

/** Steps that make again what was removed: what is named before what names it. */
export const madeAgain = (lost: readonly Lost[]): PlanStep[] => inOrder(lost.map(stepFor), [], NO_PAIRS)

function stepFor({ object, parent, difference, agreed }: Lost): ObjectStep {
  const { kind } = object
  const step = { act: 'create', kind, source: object, before: null, paths: [], isGiven: comesAlong(object) } as const
  return { ...step, name: nameOf(object), parent, difference, left: [], notes: notesOf(step), agreed: { row: agreed } }
}

interface List {
  readonly kind: SyncKind
  readonly above: string | null
  readonly parent: string | null
  readonly list: string
  readonly wanted: readonly Listed[]
}

/**
 * The lists into which something was put that was made again, each in the order that it had.
 * @param removals the steps that have removed, which say what stood in the list
 * @param lost also what went along, whose list has gone as a whole
 */
export function formerOrders(removals: readonly PlanStep[], lost: readonly Lost[]): OrderStep[] {
  const lists = new Map<string, List>()
  for (const step of removals) {
    if (step.act !== 'remove' || !step.before || !step.among) continue
    const { kind, parent, body } = step.before
    note(lists, { kind, above: parent, parent: step.parent, list: listOf(kind, body), wanted: step.among })
  }
  const gone = Map.groupBy(lost, ({ object: { kind, parent, body } }) =>
    JSON.stringify([kind, parent, listOf(kind, body)]),
  )
  for (const [, all] of gone) {
    const [first] = all
    if (!first) continue
    const { kind, parent, body } = first.object
    if ((SYNCED_KINDS[kind].order?.(body) ?? null) === null) continue
    const wanted = listed(all.map(({ object }) => object))
    note(lists, { kind, above: parent, parent: first.parent, list: listOf(kind, body), wanted })
  }
  const isLost = new Set(lost.map(({ object: { kind, key } }) => `${kind} ${key}`))
  return [...lists.values()]
    .filter(({ wanted }) => wanted.length > 1)
    .map((one) =>
      orderOf(
        one,
        one.wanted.filter(({ key }) => !isLost.has(`${one.kind} ${key}`)),
      ),
    )
}

const listOf = (kind: SyncKind, body: Body): string => SYNCED_KINDS[kind].order?.(body) ?? ''

/** The first one counts: it has all that stood in the list. */
function note(lists: Map<string, List>, list: List): void {
  const name = JSON.stringify([list.kind, list.above, list.list])
  if (!lists.has(name)) lists.set(name, list)
}

const orderOf = ({ wanted, kind, ...list }: List, before: readonly Listed[]): OrderStep => ({
  ...{ act: 'order', kind, ...list, notes: [], wanted, before },
  ...{ name: orderName(kind, list.list), agreed: { places: [] } },
})
