import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { ObjectDifference } from '../compare/compare-snapshots.ts'
import { isOtherwise, type Pairing } from '../compare/pair-objects.ts'
import { needsOf } from '../plan/dangling.ts'
import { referencesOf } from '../plan/references.ts'
import { nameOf, partOf, type Snapshot } from '../snapshot.ts'
import type { Decision } from '../deciding/decide.ts'

interface Sides {
  pairing: Pairing
  theirs: Pick<Snapshot, 'objects'>
}

/**
 * Why what is decided cannot be written: theirs names an object that is not here, by an id that is of another one here, so that it would come to name that.
 * Null where it does not. Pure.
 */
export function namedOtherwise(
  { kind, theirs: source }: Pick<ObjectDifference, 'kind' | 'theirs'>,
  { act, taken }: Pick<Decision, 'act' | 'taken'>,
  { pairing, theirs }: Sides,
): string | null {
  if (!source || (act !== 'create' && act !== 'change')) return null
  const paths = taken.map(({ path }) => path)
  const named = act === 'create' ? needsOf({ kind, source }) : referencesOf(kind, partOf(source.body, paths))
  const isHere = ({ id, kinds }: (typeof named)[number]) => kinds.some((one) => pairing.ids.get(one)?.has(id))
  const found = named.find((one) => isOtherwise(pairing, one) && !isHere(one))
  if (!found) return null
  const { id, kinds } = found
  const other = kinds.map((one) => theirs.objects.get(one)?.get(id)).find((one) => one !== undefined)
  const { singular } = SYNCED_KINDS[other?.kind ?? kinds[0] ?? kind]
  const told = other ? `${singular} “${nameOf(other)}” of the remote` : `${singular} ${id}`
  return `it names the ${told}, which is not here: that id is of another ${singular} here`
}
