import type { ObjectStep } from '#contract/sync/plan-step.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { nameOf, partOf } from '../snapshot.ts'
import { ID } from '../compare/gone-ids.ts'
import { isOtherwise } from '../compare/pair-objects.ts'
import type { PlanRefusal, PlanSides } from './plan-sides.ts'
import { referencesOf, type Reference } from './references.ts'

/** What a step names at the source: what its object belongs to and relates to, and what its fields name. */
export function needsOf({ source, kind }: Pick<ObjectStep, 'source' | 'kind'>): Reference[] {
  if (!source) return []
  const { id: where } = SYNCED_KINDS[kind]
  const related =
    where !== null && typeof where === 'object' && source.id ? [{ id: source.id, kinds: where.relatesTo }] : []
  return [...related, ...referencesOf(kind, source.body)]
}

/**
 * The steps without those that need what the target neither has nor gets, which are told as refused: a condition that names nothing would hold for
 * other people than it does at the source.
 */
export function withoutDangling(
  steps: readonly ObjectStep[],
  sides: PlanSides,
  refused: PlanRefusal[],
): readonly ObjectStep[] {
  const missing = missingIn(sides)
  for (let kept = steps; ;) {
    const made = new Set(
      kept.flatMap(({ act, kind, source }) => (act === 'create' && source ? [`${kind} ${source.key}`] : [])),
    )
    const next = kept.filter((step) => {
      const lack = missing(step, made)
      if (lack !== null) refused.push({ kind: step.kind, name: step.name, reason: lack })
      return lack === null
    })
    if (next.length === kept.length) return kept
    kept = next
  }
}

/** What the fields name that a step takes over. */
function takenBy({ kind, source, paths }: ObjectStep): Reference[] {
  return source ? referencesOf(kind, partOf(source.body, paths)) : []
}

/** Finds what a step needs that is not there and is not made, as a reason. */
function missingIn({ source, target, targetName, pairing, omitted }: PlanSides) {
  const byId = new Map<SyncKind, Map<string, string>>()
  const keyOf = (kind: SyncKind, id: string): string | undefined => {
    const known =
      byId.get(kind) ?? new Map([...(source.objects.get(kind)?.values() ?? [])].map((one) => [one.id, one.key]))
    byId.set(kind, known)
    return known.get(id)
  }
  const isThere = (kind: SyncKind, key: string, made: ReadonlySet<string>) => {
    const paired = pairing.ours.get(kind)?.get(key)
    return made.has(`${kind} ${key}`) || (paired !== undefined && target.objects.get(kind)?.has(paired) === true)
  }
  const told = (kind: SyncKind, key: string) => {
    const object = source.objects.get(kind)?.get(key)
    return `the ${SYNCED_KINDS[kind].singular} “${object ? nameOf(object) : key}”`
  }
  /** INVARIANT: what the source does not have is not taken for what the target has by that id and the source by another. */
  const addedBy = (step: ObjectStep): Reference[] => {
    if (step.act === 'create') return needsOf(step)
    const there = new Set(referencesOf(step.kind, step.before?.body ?? {}).map(({ id }) => id))
    const called = ({ id, kinds }: Reference) => kinds.map((kind) => pairing.ids.get(kind)?.get(id) ?? id)
    return takenBy(step).filter((one) => !called(one).some((id) => there.has(id)) || isOtherwise(pairing, one))
  }
  const isLost = ({ id, kinds }: Reference) =>
    !kinds.some((kind) => omitted?.has(kind) || keyOf(kind, id) !== undefined)
  return (step: ObjectStep, made: ReadonlySet<string>): string | null => {
    if (!step.source) return null
    const { parent } = step.source
    const within = SYNCED_KINDS[step.kind].source.within?.kind
    if (within && parent && !isThere(within, parent, made))
      return `it belongs to ${told(within, parent)}, which ${targetName} does not have`
    for (const { id, kinds } of needsOf(step)) {
      const found = kinds.map((kind) => ({ kind, key: keyOf(kind, id) })).find(({ key }) => key !== undefined)
      if (found?.key && !isThere(found.kind, found.key, made))
        return `it names ${told(found.kind, found.key)}, which ${targetName} does not have`
    }
    const lost = addedBy(step).find((one) => ID.test(one.id) && isLost(one))
    return lost ? `it names ${lost.id}, which is not there any more` : null
  }
}
