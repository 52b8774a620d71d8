import type { ZoneWrite } from '#contract/policy/zone.ts'
import { zones as zoneTable } from '#db/tables/zones.ts'
import { createZone, deleteZone, listZones, replaceZone, setZoneStatus } from '#operations/zones/zones.ts'
import type { zoneRoutes } from '#contract/routes/zones.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { collectionHandlers } from '../collection.ts'
import { presentZone } from './presenter.ts'

type ListQuery = Parameters<typeof listZones>[1]

const zones = collectionHandlers({
  param: 'zoneId',
  list: ({ service }, query: ListQuery) => listZones(service, query),
  require: (reader, id) => zoneTable.require(reader, id),
  create: (tx, body: ZoneWrite) => createZone(tx, body),
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
