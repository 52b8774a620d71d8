import { invalid, invalidAll, notFound } from '../../contract/api-error.ts'
import type { Zone, ZoneWrite } from '../../contract/zone.ts'
import { newId } from '../../db/ids.ts'
import type { ZoneDefinition } from '../../db/models/zone.ts'
import { parseZoneAddress } from '../../policy/index.ts'
import { zoneTarget } from '../audit/targets.ts'
import { cutPage, startAfter, type Page } from '../page.ts'
import type { Act, Service } from '../service.ts'

export interface ZoneRow {
  id: string
  type: Zone['type']
  name: string
  status: Zone['status']
  usage: Zone['usage']
  system: number
  /** JSON of a ZoneDefinition. */
  definition: string
  created: string
  last_updated: string
}

export async function listZones(service: Service, limit: number, after?: string): Promise<Page<ZoneRow>> {
  const sql = 'SELECT * FROM zones WHERE id > ? ORDER BY id LIMIT ?'
  const rows = await service.store.read.all<ZoneRow>(sql, [startAfter('zone', after), limit + 1])
  return cutPage(rows, limit, (row) => row.id)
}

/** @throws E0000007 */
export async function requireZone(service: Service, zoneId: string): Promise<ZoneRow> {
  const row = await service.store.read.first<ZoneRow>('SELECT * FROM zones WHERE id = ?', [zoneId])
  if (!row) throw notFound(zoneId, 'NetworkZone')
  return row
}

/** @returns the new zone's id */
export function createZone(service: Service, act: Act, body: ZoneWrite): Promise<string> {
  requireAddresses(body)
  return service.write(act, async (unit) => {
    if (await unit.statements.first('SELECT 1 FROM zones WHERE name = ?', [body.name]))
      throw invalid('name', `another zone is named ${body.name}`)
    const id = newId('zone')
    const { type, name, status, usage } = body
    const stamp = { created: unit.now, lastUpdated: unit.now }
    await service.store.models.Zone.create(
      { id, type, name, status, usage, system: false, definition: definitionOf(body), ...stamp },
      { transaction: unit.transaction },
    )
    unit.record({ type: 'zone.create', targets: [zoneTarget({ id, name })] })
    return id
  })
}

function definitionOf(body: ZoneWrite): ZoneDefinition {
  return body.type === 'IP'
    ? { gateways: body.gateways ?? null, proxies: body.proxies ?? null }
    : { locations: body.locations ?? null, proxyType: body.proxyType ?? null, asns: body.asns ?? null }
}

/** Refuses addresses that are none, each with its place in the list. */
function requireAddresses(body: ZoneWrite): void {
  if (body.type !== 'IP') return
  const causes = (['gateways', 'proxies'] as const).flatMap((list) =>
    (body[list] ?? []).flatMap((address, index) => {
      if (parseZoneAddress(address) !== null) return []
      const location = `${list}[${index}].value`
      const errorSummary = `${location}: ${address.value} is not a valid ${address.type === 'CIDR' ? 'CIDR block' : 'address range'}`
      return [{ errorSummary, location, locationType: 'body' as const }]
    }),
  )
  if (causes.length) throw invalidAll(causes)
}
