import { ApiError, invalid } from '#contract/interface/api-error.ts'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { changeDetails, targetOf } from '#contract/log/targets.ts'
import { zoneDefinitionOf } from '#contract/policy/zone-definition.ts'
import type { ZoneWrite } from '#contract/policy/zone.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { cutPage, startAfter, type Page } from '#db/page.ts'
import { zones, type ZoneRow } from '#db/tables/zones.ts'
import { assertUnchanged, assertUniqueName, setStatus } from '../service/checks.ts'
import type { Service } from '../service/service.ts'
import { assertValidZone } from './check.ts'
import { zoneCondition } from './filter.ts'
import { findZones } from './zones.sql.ts'

/** Zones by id. @throws ApiError E0000053 for a filter that cannot be read */
export async function listZones(
  { reader, store }: Pick<Service, 'reader' | 'store'>,
  { filter, limit, after }: { filter?: string; limit: number; after?: string },
): Promise<Page<ZoneRow>> {
  const { condition: visible } = reader.visible('read', 'zone')
  const place = { after: startAfter('zone', after), limit: limit + 1 }
  const asked = { visible, filter: zoneCondition(filter), ...place }
  // A query that clients write is not kept as a prepared statement, and is bounded in time.
  const rows = await store.searches.run((searcher) => findZones(searcher, asked), LIMITS.searchMs)
  return cutPage(rows, limit, ({ id }) => id)
}

/**
 * A new zone is active, whatever the request says (spec/5 §13).
 * @param id of a zone that comes back: its own again
 * @returns its id
 */
export async function createZone(tx: Tx, body: ZoneWrite, id: string = tx.newId('zone')): Promise<string> {
  tx.authorize('zone.create', [], 'never')
  const { type, name, usage = 'POLICY' } = body
  assertValidZone(body, { usage, system: false })
  await assertUniqueName(tx, zones, 'zone', name)
  const stamp = { created: tx.now, lastUpdated: tx.now }
  const definition = zoneDefinitionOf(body)
  await zones.insert(tx, { id, type, name, status: 'ACTIVE', usage, system: false, definition, ...stamp })
  tx.record({ type: 'zone.create', targets: [targetOf('zone', { id, name })] })
  return id
}

/**
 * Replaces a zone; without a status or usage it keeps its own. The organization's own zones keep name and usage. A zone that starts or stops blocking leaves an event of its own.
 */
export async function replaceZone(tx: Tx, id: string, body: ZoneWrite): Promise<void> {
  const before = await zones.require(tx, id)
  const { name, status = before.status, usage = before.usage } = body
  tx.authorize('zone.update', [targetOf('zone', before)], 'well-formed')
  if (body.type !== before.type) throw invalid('type', `this zone is of type ${before.type}; the type cannot change`)
  if (before.system) assertSystemUnchanged(before, { name, usage })
  assertValidZone(body, { usage, system: before.system })
  await assertUniqueName(tx, zones, 'zone', name, { except: id })
  const definition = zoneDefinitionOf(body)
  const after = await zones.update(tx, before, { name, status, usage, definition, lastUpdated: tx.now })
  const details = changeDetails(auditView(before), auditView(after))
  tx.record({ type: 'zone.update', targets: [targetOf('zone', { id, name }, details)] })
  if (usage === before.usage) return
  const type = usage === 'BLOCKLIST' ? 'zone.make_blacklist' : 'zone.remove_blacklist'
  const usages = changeDetails({ usage: before.usage }, { usage })
  tx.record({ type, targets: [targetOf('zone', { id, name }, usages)] })
}

/** The limits of editing a system zone are ours: spec/4 §2.4 says only that there are some. */
function assertSystemUnchanged(before: ZoneRow, after: Pick<ZoneRow, 'name' | 'usage'>): void {
  assertUnchanged('name', after.name, before.name)
  assertUnchanged('usage', after.usage, before.usage)
}

/** Deletes a zone, active or not; conditions keep its id, dangling (spec/4 §1.9, spec/5 §14). @throws ApiError E0000006 for a system zone */
export async function deleteZone(tx: Tx, id: string): Promise<void> {
  const zone = await zones.require(tx, id)
  tx.authorize('zone.delete', [targetOf('zone', zone)])
  if (zone.system) throw new ApiError('E0000006')
  await zones.remove(tx, zone)
  tx.record({ type: 'zone.delete', targets: [targetOf('zone', zone, changeDetails(auditView(zone), {}))] })
}

export async function setZoneStatus(tx: Tx, id: string, status: ActiveStatus): Promise<void> {
  const zone = await zones.require(tx, id)
  await setStatus(tx, zones, zone, status, {
    events: { activate: 'zone.activate', deactivate: 'zone.deactivate' },
    targets: (details) => [targetOf('zone', zone, details)],
  })
}

/** A zone as the audit log shows it. */
const auditView = ({ name, status, usage, definition }: ZoneRow) => ({ name, status, usage, ...definition })
