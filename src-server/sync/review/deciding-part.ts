import { DECIDING_KINDS, decides } from '#contract/sync/deciding-kinds.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { DecidingPart, KeptDifference, KeptLists } from '#operations/memory/kept-comparisons.ts'
import { termsOf, type Comparison, type ObjectDifference } from '../compare/compare-snapshots.ts'
import { inTerms, type Terms } from '../compare/compare-values.ts'
import type { OrderDifference } from '../compare/compare-orders.ts'
import { FIELD_RULES } from '../compare/field-rules.ts'
import type { SyncObject } from '../snapshot.ts'
import { keptLists, type Sides } from './kept-lists.ts'

/**
 * What a review needs of a comparison: the objects that decide for people and differ, each with its version at the remote and as it was when both sides were
 * the same, in our words; and the lists that a pull may reorder. Null where that is more than `reviewedObjects` and `reviewedListItems`, so that neither memory nor a
 * review is without bounds.
 */
export function decidingPart(comparison: Comparison, sides: Sides): DecidingPart | null {
  const { base } = sides
  const terms = termsOf(comparison.pairing)
  const known = baseFinder(comparison, base)
  const differing = comparison.differences.filter(({ kind }) => decides(kind))
  const lists = keptLists(comparison, sides)
  const listed = lists.ours.length + lists.theirs.length + lists.base.length
  if (differing.length > LIMITS.reviewedObjects || listed > LIMITS.reviewedListItems) return null
  const differences = differing.map((one) => keptOf(one, known(one), terms))
  const agreed = base && new Map(DECIDING_KINDS.map((kind) => [kind, base.objects.get(kind)?.size ?? 0]))
  const formerOrders = new Set(comparison.orders.filter((one) => isOfBefore(one, comparison, base)).map(({ id }) => id))
  return { differences, lists, formerOrders, pairs: pairsOf(differences, lists, comparison), agreed: agreed ?? null }
}

/** Whether all that stands in a list on both sides stood in it when they were the same. */
function isOfBefore({ kind, ours }: OrderDifference, { pairing }: Comparison, base: Sides['base']): boolean {
  const former = [...(base?.objects.get(kind)?.keys() ?? [])]
  const known = new Set(former.map((key) => pairing.ours.get(kind)?.get(key)))
  return ours.every((key) => known.has(key))
}

function keptOf(difference: ObjectDifference, base: SyncObject | null, terms: Terms): KeptDifference {
  const { id, kind, name, direction, ours, theirs, fields } = difference
  const inOurWords = (object: SyncObject | null) =>
    object && { ...object, body: inTerms(FIELD_RULES[kind], object.body, terms) as SyncObject['body'] }
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

function pairsOf(
  differences: readonly KeptDifference[],
  { theirs, base }: KeptLists,
  { pairing }: Comparison,
): DecidingPart['pairs'] {
  const pairs = new Map(DECIDING_KINDS.map((kind) => [kind as SyncKind, new Map<string, string>()]))
  const add = (kind: SyncKind, key: string) => {
    const own = pairing.ours.get(kind)?.get(key)
    if (own !== undefined) pairs.get(kind)?.set(key, own)
  }
  for (const { kind, key } of [...theirs, ...base]) add(kind, key)
  for (const { kind, theirs: other, base: former } of differences) {
    const [above, parent] = [SYNCED_KINDS[kind].source.within?.kind, (other ?? former)?.parent]
    if (above && parent) add(above, parent)
  }
  return pairs
}
