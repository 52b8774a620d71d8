import type { Zone } from '#contract/policy/zone.ts'
import { zones as zoneTable, type ZoneRow } from '#db/tables/zones.ts'
import { createZone, deleteZone, listZones, replaceZone, setZoneStatus } from '#operations/zones/zones.ts'
import type { zoneRoutes } from '#contract/routes/zones.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { collectionHandlers } from '../collection.ts'
import { lifecycleLink, link } from '../links.ts'

function presentZone({ definition, ...zone }: ZoneRow, base: string): Zone {
  const self = `${base}/api/v1/zones/${zone.id}`
  const _links = { self: link(self, 'GET', 'PUT', 'DELETE'), ...lifecycleLink(self, zone.status) }
  // WHY the cast: `zoneDefinitionOf` made the definition by the type in the same row.
  return { ...zone, ...definition, _links } as Zone
}

type ListQuery = Parameters<typeof listZones>[1]

const zones = collectionHandlers({
  param: 'zoneId',
  list: ({ service }, query: ListQuery) => listZones(service, query),
  require: (reader, id) => zoneTable.require(reader, id),
  create: createZone,
  replace: replaceZone,
  remove: deleteZone,
  setStatus: setZoneStatus,
  present: presentZone,
})

export const zoneHandlers: HandlerTable<typeof zoneRoutes> = {
  listZones: zones.list,
  createZone: zones.create,
  getZone: zones.get,
  replaceZone: zones.replace,
  deleteZone: zones.remove,
  activateZone: zones.activate,
  deactivateZone: zones.deactivate,
}
