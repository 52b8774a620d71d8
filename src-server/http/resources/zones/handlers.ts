import type { ActiveStatus } from '../../../contract/fields.ts'
import type { zoneRoutes } from '../../../contract/routes/zones.ts'
import type { Zone } from '../../../contract/zone.ts'
import {
  createZone,
  deleteZone,
  listZones,
  replaceZone,
  requireZone,
  setZoneStatus,
  storedDefinition,
  type ZoneRow,
} from '../../../operations/zones/zones.ts'
import type { HandlerTable } from '../../handler-table.ts'
import type { Handler } from '../../reply.ts'
import { lifecycleLink, link } from '../links.ts'

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
    ...storedDefinition(row),
    _links: zoneLinks(row, `${base}/api/v1/zones/${row.id}`),
  }
}

/** A zone can be deleted once it is inactive; the organization's own ones never. */
function zoneLinks(row: ZoneRow, self: string): Zone['_links'] {
  if (row.system === 1) return { self: link(self, 'GET', 'PUT') }
  const verbs = row.status === 'ACTIVE' ? ['GET', 'PUT'] : ['GET', 'PUT', 'DELETE']
  return { self: link(self, ...verbs), ...lifecycleLink(self, row.status) }
}

const setStatus =
  (status: ActiveStatus): Handler<typeof zoneRoutes.activateZone> =>
  async ({ service, act, base, params }) => {
    await setZoneStatus(service, act, params.zoneId, status)
    return { body: presentZone(await requireZone(service, params.zoneId), base) }
  }

export const zoneHandlers: HandlerTable<'zones'> = {
  listZones: async ({ service, base, query }) => {
    const page = await listZones(service, query)
    return { body: page.items.map((row) => presentZone(row, base)), next: page.next }
  },

  createZone: async ({ service, act, base, body }) => {
    const id = await createZone(service, act, body)
    return { body: presentZone(await requireZone(service, id), base) }
  },

  getZone: async ({ service, base, params }) => ({
    body: presentZone(await requireZone(service, params.zoneId), base),
  }),

  replaceZone: async ({ service, act, base, params, body }) => {
    await replaceZone(service, act, params.zoneId, body)
    return { body: presentZone(await requireZone(service, params.zoneId), base) }
  },

  deleteZone: async ({ service, act, params }) => {
    await deleteZone(service, act, params.zoneId)
    return { body: undefined }
  },

  activateZone: setStatus('ACTIVE'),
  deactivateZone: setStatus('INACTIVE'),
}
