import type { Zone } from '../../../contract/zone.ts'
import type { ZoneDefinition } from '../../../db/models/zone.ts'
import { createZone, listZones, requireZone, type ZoneRow } from '../../../operations/zones/zones.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { link } from '../links.ts'

function presentZone(row: ZoneRow, base: string): Zone {
  return {
    type: row.type,
    id: row.id,
    name: row.name,
    status: row.status,
    usage: row.usage,
    system: row.system === 1,
    created: row.created,
    lastUpdated: row.last_updated,
    ...(JSON.parse(row.definition) as ZoneDefinition),
    _links: { self: link(`${base}/api/v1/zones/${row.id}`, 'GET') },
  }
}

export const zoneHandlers: HandlerTable<'zones'> = {
  listZones: async ({ service, base, query }) => {
    const page = await listZones(service, query.limit, query.after)
    return { body: page.items.map((row) => presentZone(row, base)), next: page.next }
  },

  createZone: async ({ service, act, base, body }) => {
    const id = await createZone(service, act, body)
    return { body: presentZone(await requireZone(service, id), base) }
  },

  getZone: async ({ service, base, params }) => ({
    body: presentZone(await requireZone(service, params.zoneId), base),
  }),
}
