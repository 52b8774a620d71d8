import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { natureInOurs, ownNature } from '../compare/pair-objects.ts'
import { labelOf } from '../sides/read-side.ts'
import type { SyncObject } from '../snapshot.ts'
import type { TargetNames } from './target-names.ts'
import type { Place, TargetReader } from './target-reader.ts'

/** Where an object of the source stands at the target; null: what it belongs to is not there. */
export function placeOf({ kind, parent, call }: SyncObject, names: TargetNames): Place | null {
  const within = SYNCED_KINDS[kind].source.within?.kind
  const above = within && parent !== null ? names.keyOf(within, parent) : null
  return above === undefined ? null : { kind, parent: above, call }
}

/** The object of the target that is known as one of the source is; null: there is none. */
export async function findAlike(
  source: SyncObject,
  { reader, names }: { reader: TargetReader; names: TargetNames },
): Promise<SyncObject | null> {
  const place = placeOf(source, names)
  if (!place) return null
  const nature = natureInOurs(source, place.parent, names.pairing)
  const all = (await Promise.all(placesOf(place).map((one) => reader.list(one)))).flat()
  return all.find((one) => ownNature(one) === nature) ?? null
}

/** Where an object of a place can be: people who are deactivated are in a list of their own. */
const placesOf = (place: Place): Place[] => {
  const { one, calls = [{}] } = SYNCED_KINDS[place.kind].source
  return one?.callOf ? calls.map((call) => ({ ...place, call: labelOf(call) })) : [place]
}
