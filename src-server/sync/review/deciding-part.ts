import { DECIDING_KINDS, decides } from '#contract/sync/deciding-kinds.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { DecidingPart, KeptDifference, KeptOrder } from '#operations/memory/kept-comparisons.ts'
import { termsOf, type Comparison, type ObjectDifference } from '../compare/compare-snapshots.ts'
import { inTerms, type Terms } from '../compare/compare-values.ts'
import { differenceId } from '../compare/comparison-view.ts'
import { FIELD_RULES } from '../compare/field-rules.ts'
import { listOf } from '../pull/order.ts'
import type { Snapshot, SyncObject } from '../snapshot.ts'

interface Sides {
  ours: Pick<Snapshot, 'objects'>
  base: Pick<Snapshot, 'objects'> | undefined
}

/**
 * What a review needs of a comparison: the objects that decide for people and differ, each with its version at the remote and as it was when both sides were
 * the same, in our words; and the lists in another order. Null where that is more than `reviewedObjects`, so that neither memory nor a
 * review is without bounds.
 */
export function decidingPart(comparison: Comparison, { ours, base }: Sides): DecidingPart | null {
  const terms = termsOf(comparison.pairing)
  const known = baseFinder(comparison, base)
  const differing = comparison.differences.filter(({ kind }) => decides(kind))
  const orders = comparison.orders
    .filter(({ kind }) => decides(kind))
    .map((order): KeptOrder => {
      const { kind, direction, theirs: wanted } = order
      return { kind, direction, wanted, items: listOf(ours, order) }
    })
  if (orders.reduce((sum, { items }) => sum + items.length, differing.length) > LIMITS.reviewedObjects) return null
  const differences = differing.map((one) => keptOf(one, known(one), terms))
  const agreed = base && new Map(DECIDING_KINDS.map((kind) => [kind, base.objects.get(kind)?.size ?? 0]))
  return { differences, orders, parents: parentsOf(differences, comparison), agreed: agreed ?? null }
}

function keptOf(difference: ObjectDifference, base: SyncObject | null, terms: Terms): KeptDifference {
  const { kind, name, direction, ours, theirs, fields } = difference
  const inOurWords = (object: SyncObject | null) =>
    object && { ...object, body: inTerms(FIELD_RULES[kind], object.body, terms) as SyncObject['body'] }
  const id = differenceId(kind, ours, theirs)
  return { ...{ id, kind, name, direction, ours, fields }, theirs: inOurWords(theirs), base: inOurWords(base) }
}

/** Finds what an object that differs was when both sides were the same. */
function baseFinder({ pairing }: Comparison, base: Sides['base']): (one: ObjectDifference) => SyncObject | null {
  const theirKeys = new Map(
    DECIDING_KINDS.map((kind) => [
      kind as SyncKind,
      new Map([...(pairing.ours.get(kind) ?? [])].map(([a, b]) => [b, a])),
    ]),
  )
  return ({ kind, ours, theirs }) => {
    const key = theirs?.key ?? (ours && theirKeys.get(kind)?.get(ours.key))
    return (key && base?.objects.get(kind)?.get(key)) || null
  }
}

function parentsOf(differences: readonly KeptDifference[], { pairing }: Comparison): DecidingPart['parents'] {
  const parents = new Map<SyncKind, Map<string, string>>()
  for (const { kind, theirs, base } of differences) {
    const above = SYNCED_KINDS[kind].source.within?.kind
    const key = (theirs ?? base)?.parent
    const own = above && key ? pairing.ours.get(above)?.get(key) : undefined
    if (!above || !key || !own) continue
    const known = parents.get(above) ?? new Map<string, string>()
    parents.set(above, known.set(key, own))
  }
  return parents
}
