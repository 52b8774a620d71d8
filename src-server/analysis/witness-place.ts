import { addressText, SUBJECTS, type EvaluationContext, type NameOf, type ZoneRecord } from '#policy/index.ts'
import type { Found } from './found.ts'
import { zoneCombinations } from './zone-combinations.ts'

interface Place {
  context: Pick<EvaluationContext, 'ip' | 'zoneIds'>
  needs: readonly string[]
}

/** Where an address is found that is in no zone at all. */
const ELSEWHERE = '192.0.2.1'

/**
 * Where a sign-in comes from: an address in the zones that hold it and in none of those that do not. Zones by place or network can only be named: then all
 * of them are, and where none is said to hold it, that it is in none of them is what it needs.
 */
export function exampleOfPlace(found: Found, zones: readonly ZoneRecord[], nameOf: NameOf): Place {
  const [holding, others] = [true, false].map((held) => found.items(SUBJECTS.zones, held)) as [string[], string[]]
  const [places, otherPlaces] = [true, false].map((held) => found.items(SUBJECTS.dynamicZones, held)) as [
    string[],
    string[],
  ]
  if (holding.length + others.length + places.length + otherPlaces.length === 0) return { context: {}, needs: [] }
  if (places.length || (holding.length && otherPlaces.length))
    return { context: { zoneIds: [...holding, ...places] }, needs: [] }
  const named = otherPlaces.map((id) => `“${nameOf(id) ?? zones.find((zone) => zone.id === id)?.name ?? id}”`)
  return {
    context: addressIn(holding, others, zones) ?? (holding.length ? { zoneIds: holding } : { ip: ELSEWHERE }),
    needs: named.length ? [`the address is not in ${named.join(' or ')}`] : [],
  }
}

/** An address that is in some zones and not in others, and on no list of blocked ones if that can be. */
function addressIn(
  holding: readonly string[],
  others: readonly string[],
  zones: readonly ZoneRecord[],
): { ip: string } | null {
  const asked = new Set([...holding, ...others])
  const blocked = (zone: ZoneRecord) => zone.usage === 'BLOCKLIST'
  const looked = zones.filter((zone) => zone.status === 'ACTIVE' && (asked.has(zone.id) || blocked(zone)))
  const fitting = (zoneCombinations(looked) ?? []).filter(
    ({ zones: all }) => holding.every((id) => all.has(id)) && !others.some((id) => all.has(id)),
  )
  const blocking = new Set(looked.filter(blocked).map(({ id }) => id))
  const best = fitting.find(({ zones: all }) => ![...all].some((id) => blocking.has(id))) ?? fitting[0]
  return best ? { ip: addressText(best.example) } : null
}
