import { ApiError, invalid, notFound } from '../../contract/api-error.ts'
import type { ActiveStatus } from '../../contract/fields.ts'
import type { Zone, ZoneWrite } from '../../contract/zone.ts'
import { LIMITS } from '../../contract/limits.ts'
import { sql } from '../../db/filter-sql-fragment.ts'
import { newId } from '../../db/ids.ts'
import type { ZoneDefinition } from '../../db/models/zone.ts'
import { changeDetails, statusChange, zoneTarget } from '../audit/targets.ts'
import { cutPage, startAfter, type Page } from '../page.ts'
import { requireUnchanged } from '../policies/check.ts'
import type { Act, Service } from '../service.ts'
import { requireFreeZoneName, requireSoundZone } from './check.ts'
import { zoneCondition } from './filter.ts'

/** A zone as it is read. */
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

/** Zones by id. @throws E0000053 for a filter that cannot be read */
export async function listZones(
  service: Service,
  { filter, limit, after }: { filter?: string; limit: number; after?: string },
): Promise<Page<ZoneRow>> {
  const { text, params } = sql`SELECT * FROM zones
    WHERE id > ${startAfter('zone', after)} AND ${zoneCondition(filter)} ORDER BY id LIMIT ${limit + 1}`
  // What clients write is not kept as a prepared statement, and is bounded in time.
  const rows = await service.store.searches.run((searcher) => searcher.all<ZoneRow>(text, params), LIMITS.searchMs)
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
  const { type, name, status = 'ACTIVE', usage = 'POLICY' } = body
  requireSoundZone(body, { usage, system: false })
  return service.write(act, async (unit) => {
    await requireFreeZoneName(unit, name)
    const id = newId('zone')
    const stamp = { created: unit.now, lastUpdated: unit.now }
    await service.store.models.Zone.create(
      { id, type, name, status, usage, system: false, definition: definitionOf(body), ...stamp },
      { transaction: unit.transaction },
    )
    unit.record({ type: 'zone.create', targets: [zoneTarget({ id, name })] })
    return id
  })
}

/**
 * Replaces a zone; without a status or usage it keeps its own. Of the organization's own zones only the addresses
 * change. A zone that starts or stops blocking leaves an event of its own.
 */
export function replaceZone(service: Service, act: Act, zoneId: string, body: ZoneWrite): Promise<void> {
  return service.write(act, async (unit) => {
    const before = await requireZone(service, zoneId)
    const { name, status = before.status, usage = before.usage } = body
    unit.attempt({ type: 'zone.update', targets: [zoneTarget(before)], refusals: 'forbidden' })
    if (body.type !== before.type) throw invalid('type', `this zone is of type ${before.type}; the type cannot change`)
    if (before.system === 1) requireSystemKept(before, { name, status, usage })
    requireSoundZone(body, { usage, system: before.system === 1 })
    await requireFreeZoneName(unit, name, zoneId)
    const definition = definitionOf(body)
    await service.store.models.Zone.update(
      { name, status, usage, definition, lastUpdated: unit.now },
      { where: { id: zoneId }, transaction: unit.transaction },
    )
    const details = changeDetails(auditView(before), { name, status, usage, ...definition })
    unit.record({ type: 'zone.update', targets: [zoneTarget({ id: zoneId, name }, details)] })
    if (usage !== before.usage) {
      const type = usage === 'BLOCKLIST' ? 'zone.make_blacklist' : 'zone.remove_blacklist'
      const usages = changeDetails({ usage: before.usage }, { usage })
      unit.record({ type, targets: [zoneTarget({ id: zoneId, name }, usages)] })
    }
  })
}

/** The limits of editing a system zone; what is refused is ours (spec/4 §2.4 says only that they are limited). */
function requireSystemKept(before: ZoneRow, after: Pick<ZoneRow, 'name' | 'status' | 'usage'>): void {
  requireUnchanged('name', after.name, before.name)
  requireUnchanged('usage', after.usage, before.usage)
  if (after.status !== before.status) throw systemZoneStays()
}

const systemZoneStays = () => invalid('status', 'a zone of the organization itself stays active')

/** Deletes an inactive zone; conditions keep its id, dangling (spec/4 §1.9). @throws E0000006 for a system zone */
export function deleteZone(service: Service, act: Act, zoneId: string): Promise<void> {
  return service.write(act, async (unit) => {
    const zone = await requireZone(service, zoneId)
    unit.attempt({ type: 'zone.delete', targets: [zoneTarget(zone)] })
    if (zone.system === 1) throw new ApiError('E0000006')
    if (zone.status === 'ACTIVE') throw invalid('status', 'deactivate the zone before it is deleted', 'path')
    await unit.statements.run('DELETE FROM zones WHERE id = ?', [zoneId])
    unit.record({ type: 'zone.delete', targets: [zoneTarget(zone, changeDetails(auditView(zone), {}))] })
  })
}

/** Switches a zone on or off; asking for the state that it is in is fine and leaves no event. */
export function setZoneStatus(service: Service, act: Act, zoneId: string, status: ActiveStatus): Promise<void> {
  return service.write(act, async (unit) => {
    const zone = await requireZone(service, zoneId)
    if (zone.status === status) return
    const type = status === 'ACTIVE' ? 'zone.activate' : 'zone.deactivate'
    unit.attempt({ type, targets: [zoneTarget(zone)] })
    if (zone.system === 1) throw systemZoneStays()
    await unit.statements.run('UPDATE zones SET status = ?, last_updated = ? WHERE id = ?', [status, unit.now, zoneId])
    unit.record({ type, targets: [zoneTarget(zone, statusChange(zone.status, status))] })
  })
}

function definitionOf(body: ZoneWrite): ZoneDefinition {
  return body.type === 'IP'
    ? { gateways: body.gateways ?? null, proxies: body.proxies ?? null }
    : { locations: body.locations ?? null, proxyType: body.proxyType ?? null, asns: body.asns ?? null }
}

/** What the audit log tells of a zone. */
const auditView = (zone: ZoneRow) => ({
  name: zone.name,
  status: zone.status,
  usage: zone.usage,
  ...storedDefinition(zone),
})

/** What a zone holds beyond its columns. */
export function storedDefinition(zone: Pick<ZoneRow, 'definition'>): ZoneDefinition {
  return JSON.parse(zone.definition) as ZoneDefinition
}
