import type { Listed, PlanStep } from '#contract/sync/plan-step.ts'
import { valueAt } from '#contract/sync/definition.ts'
import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { isRelation, SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { placeOf } from '../compare/compare-orders.ts'
import { parentName } from '../compare/comparison-view.ts'
import { ID } from '../compare/gone-ids.ts'
import { nameOf, type Snapshot, type SyncObject } from '../snapshot.ts'
import { needsOf } from './dangling.ts'
import { namingIn } from './named-along.ts'
import { withoutSecrets } from './without-state.ts'

/** What was not read of a side is not known to lack. */
type Objects = Pick<Snapshot, 'objects'> & Partial<Pick<Snapshot, 'unread'>>

/** What the target loses beside the object that a step removes. */
interface Loss {
  /** The number of the step, from 1. */
  readonly step: number
  readonly object: SyncObject
  /** The name of what it belongs to. */
  readonly parent: string | null
  /** An id that it names and that the target does not have, so that it cannot be made again; null: none. */
  readonly lacks: string | null
  /** Whether it stays and names something that goes, so that the target may change it along. */
  readonly stays: boolean
}

const removedBy = (step: PlanStep): SyncObject | null => (step.act === 'remove' ? step.before : null)

/**
 * What goes along with what the steps remove, since it belongs to that or relates something to it, and has no step of its own: to be made again where the
 * plan is taken back. What others belong to comes before it. Then what stays and names something that goes, which may be changed along.
 */
export function lossesOf(steps: readonly PlanStep[], target: Objects): Loss[] {
  const going = new Map<string, number>()
  const ids = new Map<string, number>()
  for (const [at, step] of steps.entries()) {
    const removed = removedBy(step)
    if (removed) going.set(`${removed.kind} ${removed.key}`, at + 1)
    if (removed?.id && !isRelation(removed.kind)) ids.set(`${removed.kind} ${removed.id}`, at + 1)
  }
  if (going.size === 0) return []
  const losses: Loss[] = []
  const lacks = lackingIn(target)
  const note = (step: number, object: SyncObject, stays: boolean) => {
    const { kind, parent } = object
    const about = { parent: parentName(kind, parent, target), lacks: lacks(object), stays }
    losses.push({ step, object: withoutSecrets(object), ...about })
  }
  for (const kind of SYNC_KINDS) {
    const { source, id: where } = SYNCED_KINDS[kind]
    const related = where !== null && typeof where === 'object' ? where.relatesTo : []
    for (const object of target.objects.get(kind)?.values() ?? []) {
      const { key, id, parent } = object
      if (going.has(`${kind} ${key}`)) continue
      const byParent = source.within && going.get(`${source.within.kind} ${parent}`)
      const step = byParent ?? related.map((one) => ids.get(`${one} ${id}`)).find((found) => found !== undefined)
      if (step === undefined) continue
      going.set(`${kind} ${key}`, step)
      if (id && !isRelation(kind)) ids.set(`${kind} ${id}`, step)
      note(step, object, false)
    }
  }
  for (const { step, object } of namingIn(ids, target.objects, ({ kind, key }) => going.has(`${kind} ${key}`)))
    note(step, object, true)
  return losses
}

/** Finds an id that an object names and that the target does not have. */
function lackingIn({ objects, unread = [] }: Objects) {
  const ids = new Map<SyncKind, ReadonlySet<string>>()
  const untold = new Set(unread.flatMap(({ kind, call }) => (call === null ? [kind] : [])))
  const has = (kind: SyncKind, id: string) => {
    if (untold.has(kind)) return true
    const known = ids.get(kind) ?? new Set([...(objects.get(kind)?.values() ?? [])].map((one) => one.id))
    ids.set(kind, known)
    return known.has(id)
  }
  return (object: SyncObject): string | null =>
    needsOf({ kind: object.kind, source: object }).find(
      ({ id, kinds }) => ID.test(id) && !kinds.some((kind) => has(kind, id)),
    )?.id ?? null
}

/** The steps, of which those that remove something say what it takes to make it again. */
export function withFormer(steps: readonly PlanStep[], target: Objects): PlanStep[] {
  const lists = new Map<string, Listed[]>()
  const lacking = lackingIn(target)
  return steps.map((step) => {
    const removed = removedBy(step)
    if (step.act === 'order' || !removed) return step
    const lacks = lacking(removed)
    const list = SYNCED_KINDS[removed.kind].order?.(removed.body) ?? null
    if (list === null || isLast(removed)) return lacks === null ? step : { ...step, lacks }
    const name = JSON.stringify([removed.kind, removed.parent, list])
    const among = lists.get(name) ?? listOf(removed, list, target)
    lists.set(name, among)
    return { ...step, among, ...(lacks !== null && { lacks }) }
  })
}

function listOf({ kind, parent }: SyncObject, list: string, { objects }: Objects): Listed[] {
  const { order } = SYNCED_KINDS[kind]
  const all = [...(objects.get(kind)?.values() ?? [])]
  return listed(all.filter((one) => one.parent === parent && order?.(one.body) === list))
}

/** What the service keeps at the end of its list by itself. */
const isLast = ({ body }: SyncObject) => valueAt(body, 'system') === true

/** What stands in a list, in its order, without what has no place of its own there. */
export const listed = (all: readonly SyncObject[]): Listed[] =>
  all
    .filter((one) => !isLast(one))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((one) => ({ key: one.key, name: nameOf(one) }))
