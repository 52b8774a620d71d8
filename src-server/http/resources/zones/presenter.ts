import type { Zone } from '#contract/policy/zone.ts'
import type { ZoneRow } from '#db/tables/zones.ts'
import { lifecycleLink, link } from '../links.ts'

/** A zone as the wire shows it. */
export function presentZone({ definition, ...zone }: ZoneRow, base: string): Zone {
  const self = `${base}/api/v1/zones/${zone.id}`
  const _links = { self: link(self, 'GET', 'PUT', 'DELETE'), ...lifecycleLink(self, zone.status) }
  // WHY the cast: `zoneDefinitionOf` made the definition by the type in the same row.
  return { ...zone, ...definition, _links } as Zone
}
